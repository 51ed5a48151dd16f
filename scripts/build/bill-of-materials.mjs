// The contents of the desktop package: dist/sbom.cdx.json in CycloneDX, by npm from the lock file, and
// dist/licences.txt with the full licence texts. Both go into the package (electron-builder.yml); dist/licences.json
// has the same texts for the window.
//   node scripts/build/bill-of-materials.mjs   writes them
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runNpm } from '../npm.mjs';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot, root } from '../root.mjs';

/**
 * @typedef {{ 'bom-ref': string, name: string, version: string, licenses?: readonly { license?: { id?: string, name?: string }, expression?: string }[] }} Component
 * @typedef {{ ref: string, dependsOn?: readonly string[] }} Edge
 * @typedef {{ metadata: { component: Component } & Record<string, unknown>, components: readonly Component[], dependencies: readonly Edge[] } & Record<string, unknown>} Bill
 * @typedef {{ dependencies: Readonly<Record<string, string>> }} Manifest
 */

export const billPath = inRoot('dist', 'sbom.cdx.json');
export const licencesPath = inRoot('dist', 'licences.txt');
/** One of the window's `sources` in build.mjs. */
export const licenceListPath = inRoot('dist', 'licences.json');

/** Development dependencies that are bundled into the window and the console. */
const bundled = [
  'react',
  'react-dom',
  '@fontsource/b612',
  '@fontsource/b612-mono',
  '@tanstack/react-virtual',
  'eventsource-parser',
  'lucide-react',
  'd3-array',
  'd3-geo',
  'topojson-client',
  'world-atlas',
];
/** Dependencies that only the broker uses, which is in no package. */
const ofTheBroker = ['@fastify/rate-limit', 'ioredis'];
/** Shipped as a binary, without the packages that download it. */
const runtime = 'electron';

/**
 * Reduces npm's list to what ships: `roots` with all their dependencies, and `alone` without theirs.
 * @param {Bill} all
 * @param {{ roots: readonly string[], alone: readonly string[] }} wanted names
 * @returns {Bill}
 */
export function shippedOf(all, { roots, alone }) {
  const edges = new Map(all.dependencies.map(({ ref, dependsOn = [] }) => [ref, dependsOn]));
  // The first of its name is the project's own dependency; others are nested copies.
  const asked = edges.get(all.metadata.component['bom-ref']) ?? [];
  const refOf = (/** @type {string} */ name) => {
    const found = asked.find((ref) => ref.slice(0, ref.lastIndexOf('@')) === name);
    if (found === undefined) throw new PlainStop(`package-lock.json doesn't contain ${name}.`, 'Type: npm install');
    return found;
  };
  const kept = new Set(alone.map(refOf));
  const open = roots.map(refOf);
  for (let ref = open.pop(); ref !== undefined; ref = open.pop()) {
    if (kept.has(ref)) continue;
    kept.add(ref);
    open.push(...(edges.get(ref) ?? []));
  }
  const own = all.metadata.component['bom-ref'];
  return {
    ...all,
    components: all.components.filter((one) => kept.has(one['bom-ref'])),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === own || kept.has(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => kept.has(one)) })),
  };
}

/**
 * The licence as npm gives it: an SPDX identifier, an expression, or a name.
 * @param {Component} component
 */
export const licenceOf = ({ licenses = [] }) =>
  licenses.map(({ license, expression }) => expression ?? license?.id ?? license?.name ?? '').join(' AND ');

/** @returns {Promise<Bill>} */
async function everything() {
  const { code, output } = await runNpm(
    ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', '--loglevel=error'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  try {
    if (code === 0) return JSON.parse(output);
  } catch {
    // Reported below.
  }
  throw new PlainStop('npm could not list the project’s packages.', 'Type: npm sbom --package-lock-only');
}

export async function writeBillOfMaterials() {
  /** @type {Manifest & { name: string }} */
  const manifest = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const runs = Object.keys(manifest.dependencies).filter((name) => !ofTheBroker.includes(name));
  const roots = [...runs, ...bundled];
  const bill = shippedOf(await everything(), { roots, alone: [runtime] });
  // So that the same sources give the same file: npm adds a random serial number and uses the folder's name.
  const { serialNumber: _, ...rest } = bill;
  const { timestamp: __, ...metadata } = bill.metadata;
  const component = { ...metadata.component, type: 'application', name: manifest.name };
  const document = { ...rest, metadata: { ...metadata, component } };
  mkdirSync(dirname(billPath), { recursive: true });
  writeFileSync(billPath, `${JSON.stringify(document, null, 1)}\n`);
  const licences = licencesOf(bill.components);
  writeFileSync(licenceListPath, `${JSON.stringify(licences)}\n`);
  writeFileSync(licencesPath, licencesText(licences));
  return bill;
}

/** @typedef {{ name: string, version: string, licence: string, text: string }} Licence */

/**
 * @param {readonly Component[]} components
 * @returns {Licence[]} in the order of names
 */
function licencesOf(components) {
  /** @type {{ packages: Readonly<Record<string, { version?: string }>> }} */
  const lock = JSON.parse(readFileSync(inRoot('package-lock.json'), 'utf8'));
  const textOf = (/** @type {Component} */ { name, version }) =>
    Object.entries(lock.packages)
      .filter(([place, found]) => place.endsWith(`node_modules/${name}`) && found.version === version)
      .map(([place]) => licenceTextIn(inRoot(place)))
      .find((text) => text !== null) ?? null;
  return components
    .toSorted((one, other) => one['bom-ref'].localeCompare(other['bom-ref']))
    .map((one) => {
      // Binaries for other systems are not installed; they have the same licence.
      const whole = components.find(({ name }) => one.name.startsWith(`${name}-`));
      const text = textOf(one) ?? (whole && textOf(whole)) ?? 'Its package contains no licence text.';
      return { name: one.name, version: one.version, licence: licenceOf(one), text };
    });
}

/** @param {readonly Licence[]} licences */
function licencesText(licences) {
  const parts = licences.map(
    ({ name, version, licence, text }) => `${'='.repeat(78)}\n${name} ${version}: ${licence}\n\n${text}\n`,
  );
  return `Pilot Companion contains the following software, each under its own licence.\n\n${parts.join('\n')}`;
}

const isLicence = /^(licen[cs]e|copying|notice)[\w.-]*(?<!\.[cm]?[jt]s)$/i;

/** @param {string} folder of a package */
function licenceTextIn(folder) {
  if (!existsSync(folder)) return null;
  // Also beside compiled code of others, as in @jsquash/jpeg.
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (file) => file.isFile() && isLicence.test(file.name) && !/node_modules/.test(relative(folder, file.parentPath)),
  );
  const texts = new Set(files.map((file) => readFileSync(join(file.parentPath, file.name), 'utf8').trim()));
  return texts.size === 0 ? null : [...texts].join('\n\n');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const { components } = await writeBillOfMaterials();
    console.log(`${components.length} packages: dist/sbom.cdx.json, dist/licences.txt, dist/licences.json`);
    return 0;
  });
}
