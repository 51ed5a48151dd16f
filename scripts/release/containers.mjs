// Checks the container images without a container engine: `node scripts/release/containers.mjs`. Needs Linux and root;
// elsewhere it prints why it is skipped.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, cpSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readFlags } from '../flags.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { projectNode } from '../project-node.mjs';
import { inRoot, root as repository } from '../root.mjs';
import { addPrograms, makeImage, runIn, startIn, whyNoRoots } from './container-root.mjs';

/** @typedef {import('./container-root.mjs').Image} Image */

const patienceMs = 60_000;

/**
 * Checks both images, and the command line in such a root. Throws at the first problem.
 * @param {(line: string) => void} print
 * @returns {Promise<'checked' | 'skipped'>}
 */
async function checkContainers(print) {
  const why = whyNoRoots();
  if (why !== null) {
    print(`Containers: skipped, because ${why}.`);
    return 'skipped';
  }
  const emulatorPackage = pack('build/pack-emulator.mjs');
  const images = [makeImage('emulator/Containerfile', 'dist'), makeImage('broker/Containerfile')];
  const [emulator, broker] = /** @type {[Image, Image]} */ (images);
  try {
    addSecret(broker);
    const port = await freePort();
    await check(
      'emulator',
      emulator,
      ['--port', String(port), '--auto-consent'],
      { EMULATOR_PORT: String(port) },
      print,
      async () => {
        const service = `http://127.0.0.1:${port}`;
        await checkBroker(broker, service, print);
        await checkCommandLine(emulator, emulatorPackage, port, print);
      },
    );
    return 'checked';
  } finally {
    for (const { root } of images) rmSync(root, { recursive: true, force: true });
  }
}

/**
 * @param {Image} image
 * @param {string} service
 * @param {(line: string) => void} print
 */
async function checkBroker(image, service, print) {
  const port = await freePort();
  const env = {
    BROKER_PORT: String(port),
    BROKER_HOST: '127.0.0.1',
    BROKER_SERVICE: service,
    BROKER_CLIENT_ID: 'pilot-companion-demo',
    BROKER_CLIENT_SECRET_FILE: '/run/secrets/broker-secret',
  };
  await check('broker', image, [], env, print, async () => {
    const body = new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'unknown' });
    const answer = await fetch(`http://127.0.0.1:${port}/oauth/token`, { method: 'POST', body });
    const { error } = /** @type {{ error?: string }} */ (await answer.json());
    // The application was accepted, so the broker added its secret; only the token is unknown.
    if (error !== 'invalid_grant')
      throw new PlainStop(`The broker answered ${answer.status} ${error} in its container.`);
    print('  broker: adds the secret to a request of the token endpoint');
  });
}

/**
 * Runs the three lines of the README with the packed command line in the root of the emulator's image.
 * @param {Image} image
 * @param {string} emulatorPackage
 * @param {number} port of the running emulator
 * @param {(line: string) => void} print
 */
async function checkCommandLine(image, emulatorPackage, port, print) {
  const packed = [pack('release/pack-cli.mjs'), emulatorPackage];
  const install = [
    'install',
    '--global',
    '--prefix',
    join(image.root, 'usr', 'local'),
    '--no-audit',
    '--no-fund',
    ...packed,
  ];
  const installed = spawnSync('npm', install, { encoding: 'utf8' });
  if (installed.status !== 0) throw new PlainStop(`npm could not install the packages:\n${installed.stderr}`);
  addPrograms(image.root, { sh: '/bin/sh', env: '/usr/bin/env', curl: '/usr/bin/curl' });
  cpSync(inRoot('emulator', 'samples', 'eddf-lppt-report.png'), join(image.root, 'app', 'report.png'));
  const [, block = ''] =
    /```sh\n(pilot-companion-emulator [^]*?)```/.exec(readFileSync(inRoot('README.md'), 'utf8')) ?? [];
  const [, signIn = '', upload = ''] = block.replaceAll('4200', String(port)).split('\n');
  // In one shell, because the home folder with the sign-in lasts only as long as the shell.
  const { code, stdout, stderr } = await runIn(image, ['/usr/bin/sh', '-c', `${signIn} >&2 && ${upload}`]);
  if (code !== 0) throw new PlainStop(`The command line ended with ${code} in a container:\n${stderr}`);
  const { type, outcome } = JSON.parse(stdout);
  if (type !== 'upload' || outcome !== 'uploaded')
    throw new PlainStop(`The command line printed in a container: ${stdout}`);
  print('  command line: signs in and uploads a sample to the emulator by the lines of the README');
}

/**
 * Starts an image, waits for its health check, does `work`, and stops it gracefully.
 * @param {string} name
 * @param {Image} image
 * @param {readonly string[]} args
 * @param {Record<string, string>} env
 * @param {(line: string) => void} print
 * @param {() => Promise<void>} work
 */
async function check(name, image, args, env, print, work) {
  const healthy = async () => (await runIn(image, image.health, env)).code === 0;
  if (await healthy()) throw new PlainStop(`The health check of the ${name} passes before it runs.`);
  const written = await runIn(image, ['node', '-e', "require('node:fs').writeFileSync('/app/written', '')"]);
  if (!written.stderr.includes('EROFS'))
    throw new PlainStop(`The root of the ${name} is not read-only:\n${written.stderr}`);
  const child = startIn(image, [...image.entrypoint, ...args], env);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)));
  const ended = once(child, 'exit');
  try {
    const startedAt = performance.now();
    while (!(await healthy())) {
      if (child.exitCode !== null || performance.now() - startedAt > patienceMs) {
        throw new PlainStop(`The ${name} doesn't become healthy in its container:\n${output}`);
      }
      await sleep(200);
    }
    const { uid } = statSync(`/proc/${child.pid}`);
    if (uid === 0) throw new PlainStop(`The ${name} runs as root in its container.`);
    print(`  ${name}: healthy, as user ${uid}, on a read-only root`);
    await work();
  } finally {
    child.kill('SIGTERM');
  }
  const [code] = await ended;
  if (code !== 0) throw new PlainStop(`The ${name} ended with ${code} after SIGTERM:\n${output}`);
  print(`  ${name}: ends in order after SIGTERM`);
}

/** @param {Image} image */
function addSecret({ root }) {
  const folder = join(root, 'run', 'secrets');
  mkdirSync(folder, { recursive: true });
  const file = join(folder, 'broker-secret');
  // The emulator's public secret.
  writeFileSync(file, 'demo-secret-for-the-emulator-only\n', { mode: 0o400 });
  chownSync(file, 1000, 1000);
}

/** @param {string} script */
function pack(script) {
  const packed = spawnSync(projectNode(), [inRoot('scripts', script)], { cwd: repository, encoding: 'utf8' });
  if (packed.status !== 0) throw new PlainStop(`scripts/${script} failed:\n${packed.stderr}`);
  return packed.stdout.trim();
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  await once(server, 'close');
  return port;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    readFlags([]);
    const result = await checkContainers(console.log);
    if (result === 'checked') console.log('The files of both images run as in a container.');
    return 0;
  });
}
