// A CSV export as LibreOffice reads it. Skipped where LibreOffice is not installed.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';
import { exportOf, flownOn, seededLogbook } from '../seeded-logbook.ts';

const soffice = [
  '/usr/bin/soffice',
  '/usr/local/bin/soffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
].find((path) => existsSync(path));

/** Comma, double quote, UTF-8, from the first line, types detected, as when a pilot opens the file. */
const csvFilter = 'CSV:44,34,76,1,,0,false,true';

type Cell = { readonly type: string; readonly value: string };

/** The cells of the only sheet, as LibreOffice keeps them. */
function cellsIn(sheet: string): Cell[][] {
  const rows = [...sheet.matchAll(/<table:table-row[^>]*>(.*?)<\/table:table-row>/gs)];
  return rows.map(([, row]) =>
    [...row!.matchAll(/<table:table-cell([^>]*?)(?:\/>|>(.*?)<\/table:table-cell>)/gs)].flatMap(
      ([, attributes, inner]) => {
        const attribute = (name: string) => new RegExp(`${name}="([^"]*)"`).exec(attributes!)?.[1];
        const type = attribute('office:value-type') ?? 'empty';
        const text = (inner ?? '').replaceAll(/<[^>]*>/g, '').trim();
        const value =
          attribute('office:value') ?? attribute('office:date-value') ?? attribute('office:boolean-value') ?? text;
        const times = Number(attribute('table:number-columns-repeated') ?? 1);
        return Array.from({ length: times }, () => ({ type, value: unescaped(value) }));
      },
    ),
  );
}
const unescaped = (text: string) =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&amp;', '&');

it.skipIf(soffice === undefined)(
  'a CSV export opens in LibreOffice with dates, numbers and text as they are',
  async () => {
    const world = seededLogbook();
    const dir = mkdtempSync(join(tmpdir(), 'spreadsheet-'));
    try {
      world.put(
        1,
        flownOn('2025-10-03', { icaoOut: 'EDDM', icaoIn: 'LOWG', aircraft: 'A320', enRoute: 84, delayMin: -4 }),
      );
      world.put(2, flownOn('2025-02-28', { icaoOut: 'NZAA', icaoIn: 'KLAX', aircraft: '=1+1', enRoute: '715.4' }));
      world.put(3, flownOn('2024-12-31', { icaoOut: 'EGLL', icaoIn: 'LOWG', seasonPoints: null }));
      world.reported(1, 'Graz, "winter" 日本.png');
      const { text } = await exportOf(world, 'csv');
      writeFileSync(join(dir, 'flights.csv'), text);
      const profile = `-env:UserInstallation=${pathToFileURL(join(dir, 'profile')).href}`;
      const flags = [profile, '--headless', '--convert-to', 'fods', `--infilter=${csvFilter}`, '--outdir', dir];
      execFileSync(soffice!, [...flags, join(dir, 'flights.csv')], { stdio: 'ignore' });
      const [head, ...rows] = cellsIn(readFileSync(join(dir, 'flights.fods'), 'utf8'));
      // Newest first.
      const table = rows.toReversed().map((row) => Object.fromEntries(head!.map(({ value }, at) => [value, row[at]])));
      expect(table[0]).toMatchObject({
        id: { type: 'float', value: '1' },
        date: { type: 'date', value: '2025-10-03' },
        departure: { type: 'string', value: 'EDDM' },
        en_route_min: { type: 'float', value: '84' },
        delay_min: { type: 'float', value: '-4' },
        points: { type: 'float', value: '100' },
        moderator_checked: { type: 'boolean', value: 'true' },
        file: { type: 'string', value: 'Graz, "winter" 日本.png' },
      });
      // Never computed, and a known time of 715.4 minutes is whole.
      expect(table[1]).toMatchObject({
        date: { type: 'date', value: '2025-02-28' },
        aircraft: { type: 'string', value: "'=1+1" },
        en_route_min: { type: 'float', value: '715' },
      });
      expect(table[2]).toMatchObject({ date: { type: 'date', value: '2024-12-31' }, points: { type: 'empty' } });
    } finally {
      rmSync(dir, { recursive: true, force: true });
    }
  },
);
