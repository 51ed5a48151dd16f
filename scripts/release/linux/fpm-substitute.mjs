#!/usr/bin/env node
// A substitute for fpm, to check packages where electron-builder can't download it (CUSTOM_FPM_PATH); releases are made
// with fpm itself. Makes the deb with dpkg-deb and the rpm with rpmbuild, and supports only the options that
// electron-builder passes.
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

/** @typedef {{ options: Readonly<Record<string, readonly string[]>>, sources: readonly { from: string, to: string }[] }} Line */

const flags = new Set(['--force', '--debug']);
const known = new Set(
  (
    '-s -t -d --depends --log --deb-recommends --deb-compression --deb-priority --rpm-os --rpm-compression --rpm-summary ' +
    '--rpm-rpmbuild-define --architecture --after-install --after-remove --description --version --package --name ' +
    '--maintainer --vendor --url --category --license --iteration'
  ).split(' '),
);

/**
 * Parses fpm's command line. Throws for an unknown option.
 * @param {readonly string[]} args
 * @returns {Line}
 */
export function readLine(args) {
  /** @type {Record<string, string[]>} */
  const options = {};
  const sources = [];
  for (let n = 0; n < args.length; n += 1) {
    const arg = args[n] ?? '';
    if (flags.has(arg)) continue;
    if (!arg.startsWith('-')) {
      const at = arg.lastIndexOf('=');
      sources.push({ from: arg.slice(0, at), to: arg.slice(at + 1) });
      continue;
    }
    const [, name = '', joined] = /^(--?[a-z-]+)(?:=(.*))?$/s.exec(arg) ?? [];
    if (!known.has(name)) throw new Error(`The substitute for fpm doesn't know ${arg}`);
    (options[name === '--depends' ? '-d' : name] ??= []).push(joined ?? args[(n += 1)] ?? '');
  }
  return { options, sources };
}

/**
 * Copies each source to its target. If it ends with a slash, copies the contents of the folder.
 * @param {Line} line
 * @param {string} stage
 */
function fill({ sources }, stage) {
  for (const { from, to } of sources) {
    const place = join(stage, to);
    mkdirSync(dirname(place), { recursive: true });
    cpSync(resolve(from), place, { recursive: true, verbatimSymlinks: true });
  }
  for (const entry of readdirSync(stage, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) chmodSync(path, 0o755);
    else if (entry.isFile()) chmodSync(path, statSync(path).mode & 0o100 ? 0o755 : 0o644);
  }
}

/** @param {Line} line @param {string} stage */
function makeDeb(line, stage) {
  const one = (/** @type {string} */ name) => line.options[name]?.[0] ?? '';
  const name = one('--name');
  const doc = join(stage, 'usr', 'share', 'doc', name);
  mkdirSync(doc, { recursive: true });
  const entry = `${name} (${one('--version')}) unstable; urgency=medium\n\n  * Package created with a substitute for FPM.\n\n -- ${one('--maintainer')}  Thu, 01 Jan 1970 00:00:00 +0000\n`;
  writeFileSync(join(doc, 'changelog.gz'), gzipSync(entry, { level: 9 }));
  const size = execFileSync('du', ['-sk', stage], { encoding: 'utf8' }).split('\t')[0];
  const control = [
    `Package: ${name}`,
    `Version: ${one('--version')}`,
    `Architecture: ${one('--architecture')}`,
    `Maintainer: ${one('--maintainer')}`,
    `Installed-Size: ${size}`,
    `Depends: ${(line.options['-d'] ?? []).join(', ')}`,
    ...(line.options['--deb-recommends'] ? [`Recommends: ${line.options['--deb-recommends'].join(', ')}`] : []),
    `Section: ${one('--category') || 'default'}`,
    `Priority: ${one('--deb-priority')}`,
    `Homepage: ${one('--url')}`,
    `Description: ${one('--description').split('\n')[0]}`,
    ...one('--description')
      .split('\n')
      .slice(1)
      .map((text) => ` ${text.trim() || '.'}`),
  ];
  mkdirSync(join(stage, 'DEBIAN'));
  writeFileSync(join(stage, 'DEBIAN', 'control'), `${control.join('\n')}\n`);
  for (const [option, script] of /** @type {const} */ ([
    ['--after-install', 'postinst'],
    ['--after-remove', 'postrm'],
  ])) {
    writeFileSync(join(stage, 'DEBIAN', script), readFileSync(one(option)), { mode: 0o755 });
  }
  const sums = execFileSync('sh', ['-c', "find . -path ./DEBIAN -prune -o -type f -printf '%P\\0' | xargs -0 md5sum"], {
    cwd: stage,
  });
  writeFileSync(join(stage, 'DEBIAN', 'md5sums'), sums, { mode: 0o644 });
  execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', stage, one('--package')], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** @param {Line} line @param {string} stage */
function makeRpm(line, stage) {
  const one = (/** @type {string} */ name) => line.options[name]?.[0] ?? '';
  const work = mkdtempSync(join(tmpdir(), 'rpm-work-'));
  const files = readdirSync(stage, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath, entry.name).slice(stage.length) }))
    // System folders belong to other packages.
    .filter(({ entry, path }) => !entry.isDirectory() || path.startsWith('/opt/'))
    .map(({ entry, path }) => `${entry.isDirectory() ? '%dir ' : ''}"${path}"`);
  const script = (/** @type {string} */ option) => readFileSync(one(option), 'utf8').replaceAll('%', '%%');
  const spec = `
%define __spec_install_post true
%define __os_install_post %{nil}
%define _rpmdir ${work}
%define _rpmfilename out.rpm
${(line.options['--rpm-rpmbuild-define'] ?? []).map((text) => `%define ${text}`).join('\n')}
AutoReqProv: no
Name: ${one('--name')}
Version: ${one('--version')}
Release: 1
Summary: ${one('--rpm-summary') || one('--description').split('\n')[0]}
License: ${one('--license')}
Vendor: ${one('--vendor')}
URL: ${one('--url')}
Packager: ${one('--maintainer')}
Group: ${one('--category') || 'default'}
${(line.options['-d'] ?? []).map((text) => `Requires: ${text}`).join('\n')}
%description
${one('--description')}
%prep
%build
%install
cp -a '${stage}/.' %{buildroot}/
%files
%defattr(-,root,root,-)
${files.join('\n')}
%post
${script('--after-install')}
%postun
${script('--after-remove')}
`;
  writeFileSync(join(work, 'package.spec'), spec);
  execFileSync(
    'rpmbuild',
    ['-bb', '--quiet', '--target', one('--architecture'), '--define', `_topdir ${work}`, join(work, 'package.spec')],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  cpSync(join(work, 'out.rpm'), one('--package'));
  rmSync(work, { recursive: true, force: true });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const line = readLine(process.argv.slice(2));
  const stage = mkdtempSync(join(tmpdir(), 'fpm-stage-'));
  chmodSync(stage, 0o755);
  try {
    fill(line, stage);
    const type = line.options['-t']?.[0];
    if (type === 'deb') makeDeb(line, stage);
    else if (type === 'rpm') makeRpm(line, stage);
    else throw new Error(`The substitute for fpm makes no ${type}`);
  } finally {
    rmSync(stage, { recursive: true, force: true });
  }
}
