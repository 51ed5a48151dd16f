// Prints the notes of a release: its section of CHANGELOG.md, and how to verify a download.
//   node scripts/release/notes.mjs VERSION [--allow-unreleased]
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { PlainStop, runScript } from '../plain-stop.mjs';
import { inRoot } from '../root.mjs';

/**
 * Returns the body of a version's section, `## [1.2.3], 2026-12-24`. Throws if it is missing or empty, or has no date.
 * @param {string} changelog
 * @param {string} version such as `1.2.3`
 */
export function sectionOf(changelog, version, allowsUnreleased = false) {
  const lines = changelog.split('\n');
  const start = lines.findIndex((line) => line.startsWith(`## [${version}]`));
  if (start === -1) {
    throw new PlainStop(
      `CHANGELOG.md has no section for ${version}.`,
      `Add "## [${version}], " with its date, and what it does.`,
    );
  }
  if (!allowsUnreleased && lines[start]?.endsWith('not yet released')) {
    throw new PlainStop(`CHANGELOG.md says that ${version} is not yet released.`, 'Write the date in its place.');
  }
  const length = lines.slice(start + 1).findIndex((line) => /^## |^\[[^\]]+\]: /.test(line));
  const body = lines.slice(start + 1, length === -1 ? undefined : start + 1 + length).join('\n');
  if (body.trim() === '') throw new PlainStop(`The section of ${version} in CHANGELOG.md is empty.`);
  return body.trim();
}

/**
 * Turns relative links, which are broken on the page of a release, into links to the tag.
 * @param {string} text
 * @param {string} repository such as `owner/name`
 * @param {string} tag
 */
const withFullLinks = (text, repository, tag) =>
  text.replace(
    /\]\((?!https?:|#)([^)]+)\)/g,
    (_, /** @type {string} */ path) => `](https://github.com/${repository}/blob/${tag}/${path})`,
  );

/** @param {{ changelog: string, version: string, repository: string, allowsUnreleased?: boolean }} options */
export function notesOf({ changelog, version, repository, allowsUnreleased = false }) {
  const body = sectionOf(changelog, version, allowsUnreleased);
  const tag = `v${version}`;
  return `${withFullLinks(body, repository, tag)}

### Check a download

\`SHA256SUMS\` lists the checksum of every file: \`sha256sum --check --ignore-missing SHA256SUMS\`. Each was built by this repository's release workflow, which \`gh attestation verify FILE --repo ${repository}\` proves. A file named \`-unsigned\` has no signature of Apple's or Microsoft's: the system asks before it opens it.
`;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await runScript(async () => {
    const [version, ...options] = process.argv.slice(2);
    if (version === undefined) throw new PlainStop('Name the version.', 'Type: node scripts/release/notes.mjs 1.2.3');
    const changelog = readFileSync(inRoot('CHANGELOG.md'), 'utf8');
    const repository = process.env['GITHUB_REPOSITORY'] ?? 'OWNER/REPOSITORY';
    const allowsUnreleased = options.includes('--allow-unreleased');
    process.stdout.write(notesOf({ changelog, version: version.replace(/^v/, ''), repository, allowsUnreleased }));
    return 0;
  });
}
