import { onTestFinished, describe, expect, it, vi } from 'vitest';
import type { Emulator } from '../../../emulator/emulator.ts';
import type { EmulatorEvent } from '../../../emulator/api-types.ts';
import { openEmulator } from '../open-emulator.ts';

type ReceivedEvent = { id: string | null; name: string; event: EmulatorEvent };

/** A listener over HTTP. */
async function listen(emulator: Emulator, headers: Record<string, string> = {}) {
  const ending = new AbortController();
  onTestFinished(() => ending.abort());
  const response = await fetch(`${emulator.url}/_emulator/events`, {
    headers: { authorization: `Bearer ${emulator.controlToken}`, ...headers },
    signal: ending.signal,
  });
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader();
  const got = { text: '', hasEnded: false };

  const received = (): ReceivedEvent[] =>
    got.text
      .split('\n\n')
      .slice(0, -1)
      .filter((block) => !block.startsWith(':'))
      .map((block) => {
        const fields = new Map(block.split('\n').map((line) => line.split(/: (.*)/s, 2) as [string, string]));
        return { id: fields.get('id') ?? null, name: fields.get('event')!, event: JSON.parse(fields.get('data')!) };
      });

  const more = async () => {
    const { value, done } = await reader.read();
    got.text += value ?? '';
    got.hasEnded ||= done;
  };

  return {
    response,
    /** Events until the predicate holds. */
    async until(isThere: (received: ReceivedEvent[]) => boolean): Promise<ReceivedEvent[]> {
      while (!isThere(received()) && !got.hasEnded) await more();
      return received();
    },
    async untilText(part: string): Promise<string> {
      while (!got.text.includes(part) && !got.hasEnded) await more();
      return got.text;
    },
    async end(): Promise<void> {
      while (!got.hasEnded) await more();
    },
  };
}

async function start(): Promise<Emulator> {
  const emulator = await openEmulator();
  await emulator.start();
  return emulator;
}

const requestsIn = (received: ReceivedEvent[]) => received.filter(({ name }) => name === 'request');

it('the event stream sends requests with their number, changed parts, and the clock', async () => {
  const emulator = await start();
  const { response, until } = await listen(emulator);
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  await fetch(`${emulator.url}/nowhere`);
  emulator.pilots.add({ id: 'third', name: 'Third Pilot' });
  await emulator.clock.advance(1000);
  const received = await until((all) => new Set(all.map(({ name }) => name)).size === 3);
  expect(received).toContainEqual({
    id: '1',
    name: 'request',
    event: { type: 'request', entry: expect.objectContaining({ id: 1, path: '/nowhere', status: 404 }) },
  });
  expect(received).toContainEqual({
    id: null,
    name: 'clock',
    event: { type: 'clock', clock: expect.objectContaining({ now: '2026-05-12T12:00:01.000Z' }) },
  });
  const changed = received.flatMap(({ event }) => (event.type === 'changed' ? event.what : []));
  expect(changed).toContain('pilots');
});

describe('a client that reconnects with its last event ID', () => {
  it('receives each missed event once', async () => {
    const emulator = await start();
    for (const path of ['/a', '/b', '/c']) await fetch(`${emulator.url}${path}`);
    const { until } = await listen(emulator, { 'last-event-id': '1' });
    await fetch(`${emulator.url}/d`);
    const received = await until((all) => requestsIn(all).length === 3);
    expect(received.map(({ id }) => id)).toEqual(['2', '3', '4']);
  });

  it.each([
    ['an ID of an earlier run', '99'],
    ['an invalid ID', 'x'],
  ])('is told to reload the journal for %s', async (_name, lastId) => {
    const emulator = await start();
    await fetch(`${emulator.url}/a`);
    const { until } = await listen(emulator, { 'last-event-id': lastId });
    const received = await until((all) => all.length > 0);
    expect(received.map(({ event }) => event)).toEqual([{ type: 'changed', what: ['journal'] }]);
  });
});

it('drops events for a slow reader, and reports it', async () => {
  const emulator = await start();
  const { until } = await listen(emulator);
  // More than the buffers hold, all at one time: nobody can have read it yet.
  const long = `/${'x'.repeat(8000)}`;
  await Promise.all(Array.from({ length: 900 }, () => emulator.inject(long)));
  const received = await until((all) =>
    all.some(({ event }) => event.type === 'changed' && event.what.includes('journal')),
  );
  expect(requestsIn(received).length).toBeLessThan(900);
});

it('sends comments to keep the connection open', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  const emulator = await start();
  const { untilText } = await listen(emulator);
  await untilText('connected');
  vi.advanceTimersByTime(15_000);
  expect(await untilText(': keep-alive')).toContain(': keep-alive');
});

it('ends when the emulator stops', async () => {
  const emulator = await start();
  const { end } = await listen(emulator);
  await emulator.stop();
  await expect(end()).resolves.toBeUndefined();
});
