// Starts each package of this system with --smoke and prints which pass. The release workflow runs it on every runner;
// it needs a display, and on Linux dpkg-deb, rpm2cpio and cpio.
//   node scripts/release/desktop/smoke-packed.mjs FOLDER   reports go to FOLDER/smoke-….json
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, extname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runChild } from '../../child.mjs';
import { PlainStop, runScript } from '../../plain-stop.mjs';

const limitMs = 5 * 60_000;

/** @typedef {{ unpack: readonly string[], program: string, after?: readonly string[] }} Recipe commands as lists of words */

/**
 * Returns how to unpack and start a package, by its extension; null for a file that isn't a package of this system.
 * @param {string} file absolute
 * @param {string} to absolute, empty
 * @returns {Recipe | null}
 */
export function recipeOf(file, to, platform = process.platform) {
  const kind = `${platform} ${extname(file)}`;
  const app = join('Pilot Companion.app', 'Contents', 'MacOS', 'Pilot Companion');
  const onLinux = join(to, 'opt', 'Pilot Companion', 'pilot-companion');
  switch (kind) {
    case 'linux .deb':
      return { unpack: ['dpkg-deb', '--extract', file, to], program: onLinux };
    case 'linux .rpm': {
      const script = 'cd "$2" && rpm2cpio "$1" | cpio --extract --quiet --make-directories';
      return { unpack: ['sh', '-c', script, 'sh', file, to], program: onLinux };
    }
    case 'linux .AppImage':
      // Extracted, because running it directly needs FUSE.
      return {
        unpack: ['sh', '-c', 'cd "$2" && "$1" --appimage-extract > /dev/null', 'sh', file, to],
        program: join(to, 'squashfs-root', 'AppRun'),
      };
    case 'darwin .zip':
      return { unpack: ['ditto', '-x', '-k', file, to], program: join(to, app) };
    case 'darwin .dmg':
      return {
        unpack: ['hdiutil', 'attach', file, '-nobrowse', '-readonly', '-mountpoint', to],
        program: join(to, app),
        after: ['hdiutil', 'detach', to, '-force'],
      };
    case 'win32 .exe':
      // NSIS requires /D to be last and unquoted.
      return { unpack: [file, '/S', `/D=${to}`], program: join(to, 'Pilot Companion.exe') };
    default:
      return null;
  }
}

/** @param {readonly string[]} words */
const run = ([command = '', ...args]) => runChild(command, args, { signal: AbortSignal.timeout(limitMs) });

/**
 * @param {string} file absolute
 * @param {string} reportPath absolute
 * @returns {Promise<string | null>} why it failed, or null
 */
async function smoke(file, reportPath) {
  const to = mkdtempSync(join(tmpdir(), 'smoke-'));
  const recipe = recipeOf(file, to);
  if (recipe === null) return 'it is no package of this system';
  try {
    if (file.endsWith('.AppImage')) chmodSync(file, 0o755);
    mkdirSync(to, { recursive: true });
    const unpacked = await run(recipe.unpack);
    if (unpacked.code !== 0) return `it could not be opened (${unpacked.code})`;
    if (!existsSync(recipe.program)) return `it has no ${recipe.program}`;
    const { code, isTimedOut } = await run([recipe.program, `--smoke=${reportPath}`]);
    if (isTimedOut) return `nothing within ${limitMs / 60_000} minutes`;
    if (!existsSync(reportPath)) return `it ended with ${code} and wrote no report`;
    const { ok } = JSON.parse(readFileSync(reportPath, 'utf8'));
    return ok === true && code === 0 ? null : `it ended with ${code}; the report says where`;
  } finally {
    if (recipe.after) await run(recipe.after);
    rmSync(to, { recursive: true, force: true, maxRetries: 5 });
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const folder = resolve(process.argv[2] ?? 'dist/package');
    const packages = readdirSync(folder).filter((name) => recipeOf(name, '.') !== null);
    if (packages.length === 0) throw new PlainStop(`${folder} has no package of this system.`);
    let failed = 0;
    for (const name of packages) {
      const why = await smoke(join(folder, name), join(folder, `smoke-${basename(name)}.json`));
      console.log(`${why === null ? 'good' : 'FAILED'}  ${name}${why === null ? '' : `: ${why}`}`);
      if (why !== null) failed += 1;
    }
    return failed === 0 ? 0 : 1;
  });
}
