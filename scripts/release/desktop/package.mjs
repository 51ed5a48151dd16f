// `npm run package`: runs electron-builder with the project's configuration, and signs if this computer has
// certificates. Takes electron-builder's arguments, and:
//   --allow-placeholders   for a package that won't be distributed
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { runChild } from '../../child.mjs';
import { runScript } from '../../plain-stop.mjs';
import { nodeFlags, projectNode } from '../../project-node.mjs';
import { root } from '../../root.mjs';
import { configuration } from './identity.mjs';
import { writeMetainfo } from './metainfo.mjs';

/** @typedef {Readonly<Record<string, string | undefined>>} Env */

/** Azure Trusted Signing: the options of electron-builder, and the variables with their values. */
const azure = /** @type {const} */ ([
  ['publisherName', 'AZURE_PUBLISHER_NAME'],
  ['endpoint', 'AZURE_SIGNING_ENDPOINT'],
  ['codeSigningAccountName', 'AZURE_SIGNING_ACCOUNT'],
  ['certificateProfileName', 'AZURE_CERTIFICATE_PROFILE'],
]);
/** The credentials, under Azure's own names. */
const azureLogin = ['AZURE_TENANT_ID', 'AZURE_CLIENT_ID', 'AZURE_CLIENT_SECRET'];

/** @param {Env} env @param {readonly string[]} names */
const hasAll = (env, names) => names.every((name) => (env[name] ?? '') !== '');

/**
 * Returns the arguments that depend on this computer.
 * @param {NodeJS.Platform} platform the system that the package is for
 * @param {Env} env
 * @param {string} artifactName of electron-builder.yml
 * @returns {string[]}
 */
export function signingArguments(platform, env, artifactName) {
  const unsigned = [`-c.artifactName=${artifactName.replace('.${ext}', '-unsigned.${ext}')}`];
  if (platform === 'darwin') {
    if (hasAll(env, ['CSC_LINK'])) return [];
    // Ad hoc, so that Apple silicon starts it. The hardened runtime would refuse libraries without a team.
    return [...unsigned, '-c.mac.identity=-', '-c.mac.hardenedRuntime=false'];
  }
  if (platform === 'win32') {
    const names = azure.map(([, name]) => name);
    if (!hasAll(env, [...names, ...azureLogin])) return unsigned;
    return azure.map(([option, name]) => `-c.win.azureSignOptions.${option}=${env[name]}`);
  }
  // A deb and an rpm are signed by their repository; the release's checksums and provenance cover all three.
  return [];
}

/**
 * Returns the system that electron-builder's arguments name, or this one.
 * @param {readonly string[]} args
 */
export function targetPlatform(args, here = process.platform) {
  if (args.some((arg) => /^(--win|--windows|-w)$/.test(arg))) return 'win32';
  if (args.some((arg) => /^(--mac|--macos|-m)$/.test(arg))) return 'darwin';
  return args.some((arg) => /^(--linux|-l)$/.test(arg)) ? 'linux' : here;
}

/** Our own option, and the variable that passes it to the package check (scripts/build/package-check.mjs). */
const [option, variable] = ['--allow-placeholders', 'PILOT_COMPANION_ALLOW_PLACEHOLDERS'];

/** @param {readonly string[]} args of electron-builder, and our own */
export async function makePackage(args, env = process.env) {
  const { artifactName, extraMetadata } = configuration();
  writeMetainfo(extraMetadata.homepage);
  const cli = createRequire(import.meta.url).resolve('electron-builder/cli.js');
  const own = args.filter((arg) => arg !== option);
  const more = signingArguments(targetPlatform(own), env, artifactName);
  const { code } = await runChild(projectNode(), [...nodeFlags, cli, '--publish', 'never', ...more, ...own], {
    cwd: root,
    env: args.includes(option) ? { ...env, [variable]: 'yes' } : env,
  });
  return code;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(() => makePackage(process.argv.slice(2)));
}
