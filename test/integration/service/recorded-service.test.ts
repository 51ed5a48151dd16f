// The companion in front of a service that the emulator records: it works as usual, and its requests are judged.
import { expect, onTestFinished, test } from 'vitest';
import { createEmulator, type Emulator, type SeenSecret } from '../../../emulator/emulator.ts';
import { openFlightDeck } from '../../support/flight-deck.ts';
import { freePort } from '../../support/free-port.ts';

test('the companion signs in and uploads through a recorder, and its secrets stay out of the recording', async () => {
  const [port, servicePort] = [await freePort(), await freePort()];
  const secrets: SeenSecret[] = [];
  const recorders: Emulator[] = [];
  await using deck = await openFlightDeck({
    // The companion compares the issuer with its configured address.
    port: servicePort,
    publicUrl: `http://127.0.0.1:${port}`,
    onSecret: (secret) => secrets.push(secret),
    async between() {
      const recorder = await createEmulator({ record: `http://127.0.0.1:${servicePort}`, port });
      onTestFinished(() => recorder[Symbol.asyncDispose]());
      recorders.push(recorder);
      return { address: (await recorder.start()).url, isForBrowser: true };
    },
  });
  await deck.drop(deck.image('a.png'), deck.image('b.png'));
  await deck.until(async () => (await deck.state()).bays.queue === 0);
  expect(deck.sent()).toEqual(['a.png', 'b.png']);

  const [recorder] = recorders;
  const report = recorder?.recording.read();
  const verdicts = Object.fromEntries(report?.assumptions.map(({ number, verdict }) => [number, verdict]) ?? []);
  expect(verdicts).toMatchObject({
    A1: 'holds',
    A4: 'holds',
    A15: 'holds',
    A18: 'holds',
    A21: 'differs',
    A22: 'not-seen',
  });
  const requests = recorder?.journal.list({ limit: 1000 }).items ?? [];
  const kept = JSON.stringify([
    report,
    recorder?.recording.scenario(),
    requests.map(({ id }) => recorder?.journal.read(id)),
  ]);
  const values = secrets
    .filter(({ kind }) => kind !== 'control_token' && kind !== 'page_key')
    .map(({ value }) => value);
  expect(values.length).toBeGreaterThan(4);
  expect(values.filter((value) => kept.includes(value))).toEqual([]);
});
