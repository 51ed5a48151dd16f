// The checks of one deb or rpm. Each has a name and a function that throws, or returns a detail to print.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { inRoot } from '../../root.mjs';
import { softwareId } from '../desktop/identity.mjs';

/** @typedef {{ name: string, run: () => string }} Check */

/** Where the files of an installed package belong, and nowhere else. */
export const places = [
  /^opt\/Pilot Companion(\/|$)/,
  /^usr\/share\/applications\/pilot-companion\.desktop$/,
  /^usr\/share\/icons\/hicolor\/\d+x\d+\/apps\/pilot-companion\.png$/,
  // The type of a preset.
  /^usr\/share\/mime\/packages\/pilot-companion\.xml$/,
  new RegExp(`^usr/share/metainfo/${softwareId.replaceAll('.', '\\.')}\\.metainfo\\.xml$`),
  /^usr\/share\/doc\/pilot-companion\/(copyright|changelog\.gz)$/,
  /^usr\/share\/licenses\/pilot-companion\/copyright$/,
  /^usr\/share\/lintian\/overrides\/pilot-companion$/,
];

/** @param {string} command @param {readonly string[]} args */
export function output(command, args) {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message = '',
    } = /** @type {{ stdout?: string, stderr?: string, message?: string }} */ (error);
    throw new Error(`${command} failed: ${`${stdout}${stderr}`.trim() || message}`, { cause: error });
  }
}

/**
 * The files of a folder, relative, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
const filesIn = (folder) =>
  // By `find`, because Node follows links out of the folder.
  output('find', [folder, '-xdev', '!', '-type', 'd', '-printf', '%P\\n']).trim().split('\n').toSorted();

/**
 * The checks of an unpacked package's files.
 * @param {string} folder
 * @returns {Check[]}
 */
export const fileChecks = (folder) => [
  {
    name: 'files are where they belong',
    run() {
      const files = filesIn(folder);
      const elsewhere = files.filter((file) => !places.some((place) => place.test(file)));
      if (elsewhere.length > 0) throw new Error(`elsewhere: ${elsewhere.join(', ')}`);
      for (const size of [16, 32, 48, 64, 128, 256, 512]) {
        const icon = `usr/share/icons/hicolor/${size}x${size}/apps/pilot-companion.png`;
        if (!files.includes(icon)) throw new Error(`missing: ${icon}`);
      }
      if ((statSync(join(folder, 'opt/Pilot Companion/pilot-companion')).mode & 0o111) === 0)
        throw new Error('the program is not executable');
      return `${files.length} files`;
    },
  },
  {
    name: 'the desktop entry is valid',
    run() {
      const path = join(folder, 'usr/share/applications/pilot-companion.desktop');
      const own = readFileSync(inRoot('build', 'linux', 'pilot-companion.desktop'), 'utf8').trim();
      if (readFileSync(path, 'utf8').trim() !== own)
        throw new Error('it differs from build/linux/pilot-companion.desktop');
      return output('desktop-file-validate', [path]) || 'valid';
    },
  },
  {
    name: 'the description for software centres is valid',
    run() {
      const path = join(folder, 'usr/share/metainfo', `${softwareId}.metainfo.xml`);
      output('appstreamcli', ['validate', '--no-net', path]);
      const launched = /<launchable type="desktop-id">([^<]+)</.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
      if (!existsSync(join(folder, 'usr/share/applications', launched))) throw new Error(`it launches ${launched}`);
      return 'valid';
    },
  },
];

/** @param {string} deb @returns {Check[]} */
export const debChecks = (deb) => [
  {
    name: 'lintian finds no error',
    run() {
      const printed = output('lintian', ['--fail-on', 'error', '--allow-root', deb]);
      return `${printed.split('\n').filter((line) => line.startsWith('W:')).length} warnings`;
    },
  },
];

/** @param {string} rpm @returns {Check[]} */
export const rpmChecks = (rpm) => [
  {
    name: 'rpmlint finds no error',
    run() {
      const printed = output('rpmlint', ['--config', inRoot('build', 'linux', 'rpmlint.toml'), rpm]);
      return printed.trim().split('\n').at(-1)?.trim() ?? '';
    },
  },
];

/**
 * Installs a deb into a new root, checks the files, and removes it.
 * @param {string} deb
 * @param {string} work an empty folder
 * @returns {Check[]}
 */
export function installChecks(deb, work) {
  const root = join(work, 'root');
  /** @type {string[]} */
  let before = [];
  const dpkg = (/** @type {string[]} */ ...args) => output('dpkg', [`--root=${root}`, '--force-depends', ...args]);
  /** Lists all files except dpkg's own state and logs. */
  const listed = () =>
    filesIn(root).filter((file) => !/^(var\/(lib\/dpkg|log|cache)|proc|sys|dev|run|tmp)\//.test(file));
  return [
    {
      name: 'a clean Debian is made',
      run() {
        mkdirSync(root, { recursive: true });
        output('debootstrap', ['--variant=minbase', 'stable', root]);
        before = listed();
        return `${before.length} files`;
      },
    },
    {
      name: 'all packages that it depends on exist',
      run() {
        output('cp', [deb, join(root, 'tmp', 'package.deb')]);
        const printed = output('chroot', [
          root,
          'apt-get',
          'install',
          '--simulate',
          '--no-install-recommends',
          '/tmp/package.deb',
        ]);
        rmSync(join(root, 'tmp', 'package.deb'));
        return `${printed.split('\n').filter((line) => line.startsWith('Inst ')).length} packages would be installed`;
      },
    },
    {
      name: 'it installs',
      run() {
        dpkg('--install', deb);
        for (const path of ['opt/Pilot Companion/pilot-companion', 'etc/alternatives/pilot-companion']) {
          if (!filesIn(root).includes(path)) throw new Error(`missing: ${path}`);
        }
        return output('chroot', [root, 'readlink', '-f', '/usr/bin/pilot-companion']).trim();
      },
    },
    {
      name: 'the same version installs over it and keeps the command',
      run() {
        dpkg('--install', deb);
        return output('chroot', [root, 'readlink', '-f', '/usr/bin/pilot-companion']).trim();
      },
    },
    {
      name: 'removal lists what stays',
      run() {
        const printed = dpkg('--remove', 'pilot-companion');
        if (!printed.includes('.config/Pilot Companion')) throw new Error('it did not list what stays');
        return 'listed';
      },
    },
    {
      name: 'removal leaves nothing',
      run() {
        dpkg('--purge', 'pilot-companion');
        const [was, is] = [new Set(before), new Set(listed())];
        const left = [...is].filter((file) => !was.has(file));
        const gone = before.filter((file) => !is.has(file));
        if (left.length + gone.length > 0) throw new Error(`left: ${left.join(', ')}; gone: ${gone.join(', ')}`);
        return 'nothing';
      },
    },
  ];
}
