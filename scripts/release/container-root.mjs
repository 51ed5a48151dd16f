// Builds the root of an image without a container engine or registry: the files that a Containerfile copies, with Node
// and the libraries of this computer instead of the base image. Programs run in it under chroot, read-only, as the
// image's user.
import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { PlainStop } from '../plain-stop.mjs';
import { projectNode } from '../project-node.mjs';
import { inRoot } from '../root.mjs';

/** @typedef {{ keyword: string, rest: string }} Instruction */
/**
 * @typedef {object} Image
 * @property {string} root absolute
 * @property {Record<string, string>} env
 * @property {string} user as `uid:gid`
 * @property {string} workingFolder in the image
 * @property {readonly string[]} entrypoint
 * @property {readonly string[]} health command of the health check
 */

/** Returns why no root can be made here; null if one can. */
export function whyNoRoots() {
  if (process.platform !== 'linux') return 'chroot and mount namespaces are Linux’s';
  if (process.getuid?.() !== 0) return 'only root may use chroot';
  const tried = spawnSync('unshare', ['--mount', 'true']);
  return tried.status === 0 ? null : 'this system allows no mount namespaces';
}

/**
 * Reads the instructions of a Containerfile, by stage.
 * @param {string} text
 * @returns {Instruction[][]}
 */
export function stagesOf(text) {
  const lines = text
    .replaceAll(/^\s*#.*\n/gm, '')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  /** @type {Instruction[][]} */
  const stages = [];
  for (const line of lines) {
    const [, keyword = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    if (keyword === 'FROM') stages.push([]);
    stages.at(-1)?.push({ keyword, rest });
  }
  return stages;
}

/**
 * Makes the root of an image.
 * @param {string} containerfile relative to the repository
 * @param {string} [context] the folder that it copies from, relative to the repository
 * @returns {Image}
 */
export function makeImage(containerfile, context = '') {
  /** @type {Record<string, string>} */
  const names = {};
  /** @type {Image | null} */
  let image = null;
  for (const stage of stagesOf(readFileSync(inRoot(containerfile), 'utf8'))) {
    const made = makeStage(stage, { ...names, '': inRoot(context) });
    const name = / AS (\S+)$/.exec(stage[0]?.rest ?? '')?.[1];
    if (name !== undefined) names[name] = made.root;
    image = made;
  }
  if (image === null) throw new PlainStop(`${containerfile} has no stage.`);
  for (const earlier of Object.values(names)) rmSync(earlier, { recursive: true, force: true });
  addPrograms(image.root, { node: projectNode() });
  return image;
}

/**
 * @param {readonly Instruction[]} stage
 * @param {Readonly<Record<string, string>>} roots of earlier stages by name, and the context without one
 * @returns {Image}
 */
function makeStage(stage, roots) {
  const root = mkdtempSync(join(tmpdir(), 'container-root-'));
  // The image's user has to be able to read it.
  chmodSync(root, 0o755);
  /** @type {Image} */
  const image = {
    root,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    user: '0:0',
    workingFolder: '/',
    entrypoint: [],
    health: [],
  };
  for (const { keyword, rest } of stage) {
    if (keyword === 'WORKDIR') {
      image.workingFolder = rest;
      mkdirSync(join(root, rest), { recursive: true });
    } else if (keyword === 'ENV') {
      for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) image.env[name] = value;
    } else if (keyword === 'COPY') copyInto(image, rest, roots);
    else if (keyword === 'RUN') {
      const ran = spawnSync('sh', ['-c', rest], { cwd: join(root, image.workingFolder), encoding: 'utf8' });
      if (ran.status !== 0) throw new PlainStop(`RUN ${rest} failed:\n${ran.stderr}`);
    } else if (keyword === 'USER') image.user = rest;
    else if (keyword === 'ENTRYPOINT') image.entrypoint = JSON.parse(rest);
    else if (keyword === 'HEALTHCHECK') image.health = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4));
  }
  return image;
}

/**
 * @param {Image} image
 * @param {string} rest of the instruction
 * @param {Readonly<Record<string, string>>} roots
 */
function copyInto({ root, workingFolder }, rest, roots) {
  const parts = rest.split(/\s+/);
  const from = roots[parts[0]?.startsWith('--from=') ? (parts.shift()?.slice(7) ?? '') : ''];
  const target = parts.pop() ?? '';
  const folder = target.startsWith('/') ? join(root, target) : join(root, workingFolder, target);
  const sources = parts.flatMap((word) => globSync(join(from ?? '', word)));
  if (sources.length === 0) throw new PlainStop(`COPY ${rest} copies nothing.`);
  for (const source of sources) {
    const isInto = target.endsWith('/') || sources.length > 1;
    cpSync(source, isInto ? join(folder, basename(source)) : folder, { recursive: true, verbatimSymlinks: true });
  }
}

/**
 * Copies programs with the libraries that they load.
 * @param {string} root
 * @param {Readonly<Record<string, string>>} programs name in /usr/bin and path here
 */
export function addPrograms(root, programs) {
  for (const folder of ['usr/bin', 'usr/local', 'etc', 'dev', 'proc', 'tmp', 'home/node'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, 'etc', 'passwd'), 'node:x:1000:1000::/home/node:/usr/sbin/nologin\n');
  for (const [name, path] of Object.entries(programs)) {
    copyFileSync(realpathSync(path), join(root, 'usr', 'bin', name));
    const { stdout } = spawnSync('ldd', [path], { encoding: 'utf8' });
    for (const [, library = ''] of stdout.matchAll(/(\/\S+) \(0x/g)) {
      const copy = join(root, library);
      if (existsSync(copy)) continue;
      mkdirSync(dirname(copy), { recursive: true });
      copyFileSync(realpathSync(library), copy);
    }
  }
}

/** A script for this computer's shell. Its arguments are the root, user, group, folder and command. */
const enter = `
  root=$1 user=$2 group=$3 folder=$4; shift 4
  mount --bind "$root" "$root" && mount -o remount,ro,bind "$root" && mount -t proc proc "$root/proc" &&
  mount -t tmpfs -o "nosuid,nodev,uid=$user" tmpfs "$root/tmp" &&
  mount -t tmpfs -o "nosuid,nodev,uid=$user" tmpfs "$root/home/node" &&
  mount -t tmpfs -o mode=755 tmpfs "$root/dev" &&
  for name in null urandom; do touch "$root/dev/$name" && mount --bind "/dev/$name" "$root/dev/$name" || exit 125; done &&
  exec setpriv --no-new-privs unshare --root="$root" --wd="$folder" --setgid="$group" --setuid="$user" -- "$@"`;

/**
 * Starts a command in an image: on a read-only root with an empty /tmp and home, as its user, in the network of this
 * computer.
 * @param {Image} image
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, string>>} [env]
 */
export function startIn({ root, env: own, user, workingFolder }, command, env = {}) {
  const [uid = '', gid = ''] = user.split(':');
  const args = ['--mount', 'sh', '-c', enter, 'sh', root, uid, gid, workingFolder, ...command];
  // Also finds the tools of this computer that set up the root.
  const path = `${own['PATH'] ?? ''}:/usr/sbin:/sbin`;
  return spawn('unshare', args, {
    env: { ...own, PATH: path, HOME: '/home/node', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/**
 * Runs a command in an image to its end.
 * @param {Image} image
 * @param {readonly string[]} command
 * @param {Readonly<Record<string, string>>} [env]
 */
export async function runIn(image, command, env = {}) {
  const child = startIn(image, command, env);
  let stdout = '';
  let stderr = '';
  child.stdout.on('data', (chunk) => (stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (stderr += String(chunk)));
  const [code] = await once(child, 'close');
  return { code: /** @type {number | null} */ (code), stdout, stderr };
}
