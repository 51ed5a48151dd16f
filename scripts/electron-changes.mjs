// Lists Electron's breaking changes between two versions that touch a name the desktop host uses. Run it when the version
// is raised, and then raise `readUpTo`.
//   node scripts/electron-changes.mjs 42 45 [FILE]   FILE: Electron's docs/breaking-changes.md; without it, it is fetched
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PlainStop, runScript } from './plain-stop.mjs';
import { inRoot } from './root.mjs';

/** The major version of Electron whose list was read last (docs/distributors/electron-versions.md). */
export const readUpTo = 45;

/** @typedef {{ major: number, title: string, names: readonly string[] }} Change `names`: those of the title that the host uses */

/**
 * Returns the changes after `from` up to `to` that name something in `source`, or that name nothing at all, such as the
 * end of a system's support.
 * @param {string} page
 * @param {number} from
 * @param {number} to
 * @param {string} source
 * @returns {Change[]}
 */
export function changesFor(page, from, to, source) {
  const used = new Set(source.match(/[A-Za-z_][\w]{3,}/g));
  /** @type {Change[]} */
  const changes = [];
  let major = 0;
  for (const part of page.split(/^(?=#{2,3} )/m)) {
    const version = /^## .*\((\d+)\.0\)/.exec(part);
    if (version !== null) major = Number(version[1]);
    const title = /^### (.+)/.exec(part)?.[1];
    if (title === undefined || major <= from || major > to) continue;
    // Also the code below the title: a change may name several members there.
    const code = [...part.replace(/^```[^]*?^```/gm, '').matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text);
    const words = [...new Set(code.flatMap((text) => text.match(/[A-Za-z_]\w{3,}/g) ?? []))];
    // Ordinary words, such as `data`, count only in a title.
    const names = words.filter((word) => used.has(word) && (/[A-Z]/.test(word) || title.includes(word)));
    if (names.length > 0 || words.length === 0) changes.push({ major, title, names });
  }
  return changes;
}

/** The host and how it is packed and started. */
function hostSource() {
  const folder = inRoot('main', 'electron');
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'));
  return [...files.map((name) => join(folder, name)), inRoot('electron-builder.yml'), inRoot('scripts', 'start.mjs')]
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n');
}

/** @param {number} major */
async function fetchPage(major) {
  const address = `https://raw.githubusercontent.com/electron/electron/${major}-x-y/docs/breaking-changes.md`;
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) throw new PlainStop("Electron's list could not be fetched.", `Name it as a file: ${address}`);
  return answer.text();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const [from = NaN, to = NaN] = process.argv.slice(2, 4).map(Number);
    if (Number.isNaN(from + to)) throw new PlainStop('Name two major versions: electron-changes.mjs 42 45 [FILE]');
    const file = process.argv[4];
    const page = file === undefined ? await fetchPage(to) : readFileSync(file, 'utf8');
    for (const { major, title, names } of changesFor(page, from, to, hostSource())) {
      console.log(`${major}  ${title}${names.length > 0 ? `\n      uses: ${names.join(', ')}` : ''}`);
    }
    return 0;
  });
}
