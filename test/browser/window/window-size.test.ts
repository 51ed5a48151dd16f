// The transfer size of the built window: gzip of scripts, styles and the page. Fonts are separate compressed files.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

const built = join(import.meta.dirname, '../../../dist/renderer');
const kb = 1_024;

const sizeOf = (path: string) => gzipSync(readFileSync(join(built, path)), { level: 9 }).length;
const files = () =>
  readdirSync(built, { recursive: true, encoding: 'utf8' }).filter((path) => /\.(js|css|html)$/.test(path));

/** What the page itself references: loaded before anything is shown. */
function firstFiles(): string[] {
  const page = readFileSync(join(built, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\.\/([^"]+\.(?:js|css))"/g)].map(([, path]) => path!);
}

describe('the window', () => {
  const translations = files().filter((path) => /[/\\](?:de|fr|es|pt-BR|ja)-[^/\\]*\.js$/.test(path));
  const licences = files().filter((path) => /[/\\]licences-dialog-[^/\\]*\.js$/.test(path));

  const fineCoast = files().filter((path) => /[/\\]countries-[^/\\]*\.js$/.test(path));

  it('has at most 320 KB with every view loaded', () => {
    const later = new Set([...translations, ...licences, ...fineCoast]);
    const sum = files()
      .filter((path) => !later.has(path))
      .reduce((all, path) => all + sizeOf(path), 0);
    expect(sum / kb).toBeLessThanOrEqual(320);
  });

  it('loads at most 32 KB for another language, and only for it', () => {
    expect(translations).toHaveLength(5);
    for (const path of translations) expect(sizeOf(path) / kb).toBeLessThanOrEqual(32);
    expect(firstFiles().some((path) => translations.includes(path))).toBe(false);
  });

  it('loads at most 55 KB for the licences, and only to show them', () => {
    expect(licences).toHaveLength(1);
    expect(sizeOf(licences[0]!) / kb).toBeLessThanOrEqual(55);
    expect(firstFiles()).not.toContain(licences[0]);
  });

  it('loads at most 240 KB for the fine coast, and only near to it', () => {
    expect(fineCoast).toHaveLength(1);
    expect(sizeOf(fineCoast[0]!) / kb).toBeLessThanOrEqual(240);
    expect(firstFiles()).not.toContain(fineCoast[0]);
  });

  it('loads the logbook, the map and the statistics when they are opened', () => {
    const first = firstFiles();
    expect(first.length).toBeGreaterThan(1);
    expect(first.some((path) => /flight-views|logbook|map|statistics/.test(path))).toBe(false);
    const scripts = first.filter((path) => path.endsWith('.js')).reduce((all, path) => all + sizeOf(path), 0);
    expect(scripts / kb).toBeLessThanOrEqual(160);
  });
});
