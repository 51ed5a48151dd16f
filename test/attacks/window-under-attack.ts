// A window server on an in-memory companion, with its log, for attacks.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import type { Companion } from '../../main/core/app/companion.ts';
import type { LoopbackGuard } from '../../main/core/platform/loopback/loopback-guard.ts';
import { createWindowServer } from '../../main/node/web-window/server.ts';
import { createFakeCompanion, type FakeOptions } from '../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';

const undo: (() => unknown)[] = [];

/** Runs after the test, the last one first. */
export const afterwards = (step: () => unknown) => void undo.push(step);

afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

type Given = Omit<FakeOptions, 'clock'> & {
  readonly openLoopbackGuard?: (server: Server) => LoopbackGuard;
  readonly rendererDir?: string;
  readonly port?: number;
  readonly image?: Companion['image'];
};

export async function openWindowUnderAttack({ openLoopbackGuard, rendererDir, port, image, ...fake }: Given = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-companion-attack-'));
  afterwards(() => rm(dir, { recursive: true, force: true }));
  const page = rendererDir ?? join(dir, 'renderer');
  if (rendererDir === undefined) {
    await mkdir(page);
    await writeFile(join(page, 'index.html'), '<!doctype html><title>the window</title>');
  }
  const imagePath = join(dir, 'shot.png');
  await writeFile(imagePath, 'an image');
  const clock = createVirtualClock();
  const companion = { ...createFakeCompanion({ clock, imagePath, ...fake }), ...(image && { image }) };
  const logged: string[] = [];
  const note = (message: string, fields?: object) => void logged.push(`${message} ${JSON.stringify(fields ?? {})}`);
  const server = await createWindowServer({
    companion,
    rendererDir: page,
    incomingDir: join(dir, 'incoming'),
    log: { debug: note, info: note, warn: note, error: note },
    clock,
    ...(openLoopbackGuard && { openLoopbackGuard }),
    ...(port !== undefined && { port }),
  });
  afterwards(() => server.stop());
  return { dir, clock, companion, server, logged, port: Number(new URL(server.address).port) };
}
