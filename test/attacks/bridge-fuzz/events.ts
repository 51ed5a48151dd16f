// Sends this many events to two windows of the server: one reads, the other connects and never reads.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CompanionEvent } from '../../../main/contract/events.ts';
import { createWindowServer } from '../../../main/node/web-window/server.ts';
import { createFakeCompanion } from '../../support/fake-companion/fake-companion.ts';
import { createVirtualClock } from '../../support/virtual-clock.ts';
import { enterWindow } from '../../support/window-client.ts';

const batchSize = 2_000;
const event: CompanionEvent = {
  type: 'strips.changed',
  strips: [],
  removed: Array.from({ length: 20 }, (_, n) => `flight-${n}`),
};

async function until(holds: () => boolean, mostTurns = Number.POSITIVE_INFINITY) {
  for (let turns = 0; !holds() && turns < mostTurns; turns += 1) await new Promise((resolve) => setImmediate(resolve));
}

type Flood = {
  /** Events received by the window that reads. */
  readonly heard: number;
  /** Whether the other one was disconnected. */
  readonly letGo: boolean;
  readonly growthBytes: number;
};

export async function sendEvents(count: number): Promise<Flood> {
  const dir = await mkdtemp(join(tmpdir(), 'pilot-companion-events-'));
  const clock = createVirtualClock();
  const companion = createFakeCompanion({ clock });
  const log = { debug() {}, info() {}, warn() {}, error() {} };
  const server = await createWindowServer({ companion, rendererDir: dir, incomingDir: dir, log, clock });
  try {
    const { session, get } = await enterWindow(server);
    const port = Number(new URL(server.address).port);
    const deaf = connect(port, '127.0.0.1');
    let letGo = false;
    deaf.on('close', () => (letGo = true)).on('error', () => {});
    deaf.write(
      `GET /bridge/events HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nx-pilot-companion-session: ${session}\r\n\r\n`,
    );
    deaf.pause();

    let heard = 0;
    const stream = (await get('/bridge/events')).body!.pipeThrough(new TextDecoderStream()).getReader();
    const reading = (async () => {
      let torn = '';
      for (let chunk = await stream.read(); !chunk.done; chunk = await stream.read()) {
        const messages = `${torn}${chunk.value}`.split('\n\n');
        torn = messages.pop() ?? '';
        heard += messages.filter((message) => message.startsWith('data: {"type":"strips.changed"')).length;
      }
    })();

    const begun = process.memoryUsage().rss;
    let most = begun;
    for (let sent = 0; sent < count; sent += batchSize) {
      const batch = Math.min(batchSize, count - sent);
      for (let one = 0; one < batch; one += 1) companion.emit(event);
      // Until the reader has them; the other one is not waited for.
      await until(() => heard >= sent + batch);
      most = Math.max(most, process.memoryUsage().rss);
    }
    // A paused socket reports its end only when it is read.
    deaf.resume();
    await until(() => letGo, 10_000);
    const flood = { heard, letGo, growthBytes: most - begun };
    deaf.destroy();
    await server.stop();
    await reading.catch(() => {});
    return flood;
  } finally {
    await server.stop();
    await rm(dir, { recursive: true, force: true });
  }
}
