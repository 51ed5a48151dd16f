// Exports over HTTP, with a companion in memory.
import { mkdtemp, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ok } from '../../../main/contract/failure.ts';
import type { Companion } from '../../../main/core/app/companion.ts';
import { createWindowServer } from '../../../main/node/web-window/server.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { enterWindow, openBridge } from '../../support/window-client.ts';

const undo: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

async function setUp(exportLogbook: Companion['exportLogbook']) {
  const dir = await mkdtemp(join(tmpdir(), 'window-export-'));
  undo.push(() => rm(dir, { recursive: true, force: true }));
  const [rendererDir, incomingDir] = [join(dir, 'renderer'), join(dir, 'incoming')];
  await mkdir(rendererDir);
  const clock = createVirtualClock();
  const companion = { ...createFakeCompanion({ clock }), exportLogbook };
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const server = await createWindowServer({ companion, rendererDir, incomingDir, log, clock });
  undo.push(() => server.stop());
  return { server, incomingDir };
}

describe('an export', () => {
  const exported = {
    name: 'flights.csv',
    flights: 3,
    leftOut: 1,
    unplaced: 2,
    completeness: { status: 'loading', flights: 9, unread: 0, readAfter: '2026-01-03' },
    isFinal: false,
  } as const;
  const input = { filter: {}, order: { by: 'day', descending: true }, format: 'csv', ids: null };

  it('is downloaded with its name by a session, and removed afterwards', async () => {
    const { server, incomingDir } = await setUp(async (_input, to) => {
      if (!('folder' in to)) throw new Error('a folder was expected');
      await writeFile(join(to.folder, 'flights.csv'), 'id\r\n1\r\n');
      return ok(exported);
    });
    const { session } = await enterWindow(server);
    const post = (headers: Record<string, string>) =>
      fetch(`${server.address}/bridge/export`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(input),
      });
    expect((await post({})).status).toBe(403);
    const answer = await post({ 'x-pilot-companion-session': session });
    expect(JSON.parse(answer.headers.get('x-pilot-companion-exported') ?? '')).toEqual(exported);
    expect(await answer.text()).toBe('id\r\n1\r\n');
    await expect.poll(() => readdir(incomingDir)).toEqual([]);
  });

  it('that was cancelled is an answer without a file', async () => {
    const { server } = await setUp(async () => ok(null));
    const saved: string[] = [];
    const { bridge } = openBridge({ url: server.url, save: (_file, name) => void saved.push(name) });
    expect(await bridge.exportLogbook({ ...input, format: 'csv', order: { by: 'day', descending: true } })).toEqual({
      ok: true,
      value: null,
    });
    expect(saved).toEqual([]);
  });
});
