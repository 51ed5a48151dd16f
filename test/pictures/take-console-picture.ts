// The screenshot of the console: an emulator in virtual time, and a few minutes of a pilot's evening.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions } from 'playwright';
import { createEmulator } from '../../emulator/emulator.ts';
import type { Emulator } from '../../emulator/emulator.ts';
import { samples } from '../../emulator/samples/sample-files.ts';

const secondMs = 1000;

/** @param folder where `console-requests-dark.png` goes */
export async function takeConsolePicture(browser: Browser, look: BrowserContextOptions, folder: string): Promise<void> {
  await using emulator = await createEmulator({ clock: 'virtual', moderationShare: 0.5, seed: 'pictures' });
  await emulator.start();
  await anEvening(emulator);
  const page = await browser.newPage(look);
  await page.goto(emulator.consoleUrl!);
  await page.getByText(/^too_fast/).click();
  await page.getByRole('heading', { name: 'Response' }).waitFor();
  await page.screenshot({ path: join(folder, 'console-requests-dark.png') });
  await page.close();
}

async function anEvening(emulator: Emulator): Promise<void> {
  const { url, clock } = emulator;
  const [client] = emulator.clients;
  const tokens = emulator.signIn({ pilot: 'demo' });
  const reader = emulator.signIn({ pilot: 'second', clientId: 'logbook-reader-demo' });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const upload = async (place: number, token: string) => {
    const sample = samples[place]!;
    const body = new FormData();
    body.set('report', new File([await readFile(sample.path)], sample.name, { type: sample.mediaType }));
    await fetch(`${url}/api/v1/flights`, { method: 'POST', body, headers: bearer(token) }).catch(() => undefined);
  };
  const list = (token: string) => fetch(`${url}/api/v1/flights?limit=20`, { headers: bearer(token) });

  for (const place of [0, 1, 2]) {
    await upload(place, tokens.access_token);
    await clock.advance(7 * secondMs);
  }
  await list(tokens.access_token);
  for (let reads = 0; reads < 11; reads += 1) await list(reader.access_token);
  await upload(3, tokens.access_token);
  await clock.advance(2 * secondMs);
  await upload(4, tokens.access_token);
  await clock.advance(4 * secondMs);
  emulator.faults.add({
    match: { method: 'POST', path: '/api/v1/flights' },
    times: 1,
    effect: { type: 'drop', when: 'after' },
  });
  await upload(4, tokens.access_token);
  const renewed = (await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: tokens.refresh_token,
      client_id: client!.client_id,
      client_secret: client!.client_secret,
    }),
  }).then((answer) => answer.json())) as { access_token: string };
  await fetch(
    `${url}/oauth/authorize?response_type=code&client_id=${client!.client_id}&redirect_uri=http://127.0.0.1:5000/callback`,
  );
  await clock.advance(19 * secondMs);
  for (const place of [5, 6]) {
    await upload(place, renewed.access_token);
    await clock.advance(6 * secondMs);
  }
  await list(renewed.access_token);
  emulator.faults.add({
    match: { method: 'POST', path: '/api/v1/flights' },
    times: 1,
    effect: { type: 'status', status: 503 },
  });
}
