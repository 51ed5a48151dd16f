// The window in a real browser, through the real window server, on a companion in memory.
import type { Locator, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import { createFakeCompanion } from '../support/fake-companion.ts';
import type { FakeOptions } from '../support/fake-companion.ts';
import { makeFlight, routed, wholeStrip } from '../support/fake-strips.ts';
import { createVirtualClock } from '../support/virtual-clock.ts';
import { createWindowDesk, picturePath, start, type Look } from './open-window.ts';
import { violations } from './violations.ts';
import { verbatim } from '../../main/messages/message.ts';
import { text } from '../../main/node/text.ts';

const desk = createWindowDesk();

async function open(fake: Omit<FakeOptions, 'clock'> = {}, look: Look = {}) {
  const clock = createVirtualClock(start);
  const companion = createFakeCompanion({ clock, picturePath, ...fake });
  const { page, server, complaints } = await desk.show(companion, look, clock);
  return { page, companion, clock, server, complaints };
}

const strips = () => [
  wholeStrip('job-20', 'rejected', {
    hasImage: true,
    reason: {
      kind: 'file-refused-by-service',
      message: verbatim('The service does not take it.'),
      code: 'invalid_file',
      requiredAction: 'decision',
    },
  }),
  wholeStrip('job-21', 'unconfirmed', {
    reason: { kind: 'service-unreachable', message: verbatim('The answer was lost.'), requiredAction: 'decision' },
  }),
  wholeStrip('job-30', 'waiting', { uploadsAt: start + 5_000 }),
  wholeStrip('job-11', 'with-moderator', { hasImage: true, flight: makeFlight(4711, routed) }),
  wholeStrip('job-10', 'settled', { flight: makeFlight(4699, { ...routed, seasonPoints: 9, delayMin: 0 }) }),
];
const strip = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });

/** Whether a canvas shows more than one colour. */
const isDrawn = (canvas: Locator) =>
  canvas.evaluate((element: HTMLCanvasElement) => {
    const pixels = element.getContext('2d')!.getImageData(0, 0, element.width, element.height).data;
    return new Set(new Uint32Array(pixels.buffer)).size > 1;
  });

describe('the first start', () => {
  it('tries the built-in service with one click, and says on every view that it is a demonstration', async () => {
    const { page, complaints } = await open({ begun: false });
    await page.getByRole('button', { name: 'Try the built-in service' }).click();
    await page.getByText('Demo Pilot').waitFor();
    for (const view of ['Folders', 'Settings', 'Board']) {
      await page.getByRole('link', { name: view }).click();
      expect(await page.getByText('DEMO SERVICE').isVisible()).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  it('connects to a service: says what is missing, then signs in with a pasted answer', async () => {
    const { page, companion } = await open({ begun: false });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('Application id: please fill this in.').waitFor();
    await page.getByText('Application secret: please fill this in.').waitFor();
    const address = page.getByLabel('Address of the service');
    expect(await address.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByLabel('Address of the service').fill('https://service.example');
    await page.getByLabel('Application id').fill('my-app');
    await page.getByLabel('Application secret').fill('not to be seen again');
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    await page.getByText('You agree in your browser').waitFor();
    await page.getByText('The page did not open').click();
    expect(await page.getByLabel('Address to open by hand').inputValue()).toMatch(/^https:\/\/service\.example\//);
    await page.getByLabel('Address the browser ended on').fill('http://127.0.0.1:4000/callback?code=1&state=2');
    await page.getByRole('button', { name: 'Use this address' }).click();
    await page.getByText('Anna Aviator').waitFor();
    expect(await page.content()).not.toContain('not to be seen again');
    // The secret is kept for the address that is set when it arrives.
    const names = companion.calls.map((call) => call.name);
    const order = ['settings.change', 'account.setApplicationSecret', 'account.signIn'].map((name) =>
      names.indexOf(name),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
  });
});

describe('handing over files', () => {
  it('makes strips of what is dropped anywhere, says why the rest is not taken, and follows them until settled', async () => {
    const { page, clock, complaints } = await open();
    await page.getByText('Drop screenshots anywhere in this window').waitFor();
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      for (const [name, type] of [
        ['one.png', 'image/png'],
        ['two.jpg', 'image/jpeg'],
        ['notes.txt', 'text/plain'],
      ] as const)
        transfer.items.add(new File(['bytes'], name, { type }));
      const send = (name: string) =>
        document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: transfer }));
      send('dragenter');
      (globalThis as { letGo?: () => void }).letGo = () => void send('drop');
    });
    await page.getByText('2 pictures').waitFor();
    await page.getByText('1 file that is not a picture').waitFor();
    await page.evaluate(() => (globalThis as { letGo?: () => void }).letGo?.());
    await strip(page, 'one.png').waitFor();
    await strip(page, 'two.jpg').waitFor();
    await page.getByText('notes.txt is not taken').first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText('notes.txt is not taken').count()).toBeLessThanOrEqual(1);
    await clock.advance(5_000);
    await page.getByText(/^Sending \d+ %$/).waitFor();
    await clock.advance(70_000);
    await page.getByRole('list', { name: 'Settled, 2 reports' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('keeps what is dropped over the first start until the pilot has begun', async () => {
    const { page, complaints } = await open({ begun: false });
    await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['bytes'], 'early.png', { type: 'image/png' }));
      const event = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      if (document.body.dispatchEvent(event)) throw new Error('the browser would open the file');
    });
    await page.getByText('1 file waits in this window').first().waitFor();
    await page.getByRole('button', { name: 'Try the built-in service' }).click();
    await strip(page, 'early.png').waitFor();
    expect(complaints).toEqual([]);
  });

  it('opens the rest of a long notice on request', async () => {
    const { page } = await open();
    const notes = Array.from({ length: 20 }, (_, n) => ({
      name: `note-${n}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    }));
    await page.setInputFiles('input[type=file]', notes);
    await page.getByText('20 files not taken').first().waitFor();
    expect(await page.getByText('note-19.txt is not taken').isVisible()).toBe(false);
    await page.getByText('and 17 more').click();
    expect(await page.getByText('note-19.txt is not taken').isVisible()).toBe(true);
  });

  it('takes chosen files, and shows the strip of one that was handed over before', async () => {
    const { page, companion } = await open();
    const shot = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('bytes') };
    await page.setInputFiles('input[type=file]', shot);
    await strip(page, 'shot.png').waitFor();
    await page.setInputFiles('input[type=file]', shot);
    await page.getByRole('button', { name: 'Show its strip' }).click();
    await page.getByRole('complementary', { name: 'Report shot.png' }).waitFor();
    expect(companion.state().bays.outbound).toBe(1);
  });
});

describe('the detail', () => {
  it('stands beside the board with picture, every field and the decision that only the pilot can make', async () => {
    const { page, companion } = await open({ strips: strips() });
    await strip(page, 'EDDF to LPPT, A20N, flight 4711').click();
    const detail = page.getByRole('complementary', { name: 'Report EDDF to LPPT' });
    await detail.getByText('2 140 kg').waitFor();
    const picture = detail.getByRole('img');
    await picture.waitFor();
    await expect.poll(() => isDrawn(picture)).toBe(true);
    // All of it is seen, and where the report is read to its end the way out is still there.
    const close = detail.getByRole('button', { name: 'Close' });
    const top = async (place: Locator) => (await place.boundingBox())!.y;
    expect((await top(close)) + (await close.boundingBox())!.height).toBeLessThanOrEqual(await top(picture));
    await detail.evaluate((element) => element.scrollTo(0, element.scrollHeight));
    expect(await top(close)).toBeGreaterThanOrEqual(await top(detail));
    await page
      .getByRole('button', { name: /^Decide/ })
      .first()
      .click();
    await page.getByRole('button', { name: 'It is there: mark as sent' }).click();
    await page.getByText('marked as sent by you').waitFor();
    expect(companion.calls.some((call) => call.name === 'strips.markReceived')).toBe(true);
  });

  it('slides over the board where there is little room, and gives the focus back when it closes', async () => {
    const { page } = await open({ strips: strips() }, { width: 800, height: 600 });
    await strip(page, 'report-30.png').focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('dialog', { name: 'Report report-30.png' });
    await detail.waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toMatch(/^report-30\.png/);
  });
});

describe('the keyboard', () => {
  it('keeps its place when what had it is taken away', async () => {
    const { page, companion } = await open({ strips: strips() });
    const place = () =>
      page.evaluate(() => `${document.activeElement?.localName} ${document.activeElement?.getAttribute('aria-label')}`);
    const moved = strip(page, 'report-30.png');
    await moved.focus();
    companion.put(wholeStrip('job-30', 'held'));
    await page.getByRole('list', { name: 'Needs you, 3 reports' }).waitFor();
    await expect.poll(place).toMatch(/^button report-30\.png/);
    await page
      .getByRole('button', { name: /^Decide/ })
      .first()
      .click();
    const decision = page.getByRole('button', { name: 'It is there: mark as sent' });
    await decision.focus();
    await page.keyboard.press('Enter');
    await decision.waitFor({ state: 'detached' });
    await expect.poll(place).toMatch(/^aside Report/);
    await page.keyboard.press('2');
    await page.getByLabel('Path of the folder').fill('/home/anna/shots');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Stop watching: shots' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('No folder is watched yet').waitFor();
    await expect.poll(place).toBe('main null');
  });

  it('does not lose its place when a report is removed', async () => {
    const { page } = await open({ strips: strips() });
    await strip(page, 'report-30.png').focus();
    await page.keyboard.press('Enter');
    const detail = page.getByRole('complementary', { name: 'Report report-30.png' });
    await detail.getByRole('button', { name: 'Remove' }).focus();
    await page.keyboard.press('Enter');
    await detail.waitFor({ state: 'detached' });
    await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toBe('strip-open');
  });

  it('is enough: strips, detail, pause, views, the sheet of keys', async () => {
    const { page, companion } = await open({ strips: strips() });
    await strip(page, 'report-30.png').waitFor();
    await page.keyboard.press('j');
    const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? '');
    await expect.poll(focused).toMatch(/^report-21\.png/);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('j');
    await expect.poll(focused).toMatch(/^report-30\.png/);
    await page.keyboard.press('Enter');
    await page.getByRole('complementary', { name: 'Report report-30.png' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('complementary').waitFor({ state: 'detached' });
    await page.keyboard.press('p');
    await page.getByText('Paused by you').waitFor();
    expect(companion.state().queue.paused).toBe(true);
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'Watched folders' }).waitFor();
    await page.keyboard.press('4');
    await page.getByRole('heading', { name: 'Settings' }).waitFor();
  });
});

describe('folders and settings', () => {
  it('watch a folder by its path, take what is there already, and stop', async () => {
    const { page, companion } = await open();
    await page.getByRole('button', { name: 'Watch a folder' }).click();
    await page.getByLabel('Path of the folder').fill('shots');
    await page.getByRole('button', { name: 'Watch this folder' }).click();
    await page.getByText('shots is not a folder').waitFor();
    await page.getByLabel('Path of the folder').fill('/home/anna/shots');
    await page.getByRole('button', { name: 'Watch this folder' }).click();
    await page.getByRole('button', { name: 'Also take the 3 pictures already there' }).click();
    await page.getByText('3 pictures taken').waitFor();
    await page.getByRole('button', { name: 'Stop watching: shots' }).click();
    await page.getByText('No folder is watched yet').waitFor();
    expect(companion.state().folders).toEqual([]);
  });

  it('change the look at once and the size limit when it makes sense', async () => {
    const { page, companion } = await open();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('radio', { name: 'Light' }).check();
    await page.waitForFunction(() => document.documentElement.dataset['theme'] === 'light');
    await page.getByLabel('Largest file the service takes').fill('0');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await page.getByText('A size is a number from 1 to 1024.').waitFor();
    await page.getByLabel('Largest file the service takes').fill('25');
    await page.getByRole('button', { name: 'Save' }).first().click();
    await expect
      .poll(() => companion.calls.filter((call) => call.name === 'settings.change').at(-1)?.input)
      .toEqual({ maxFileBytes: 25 * 1024 * 1024 });
  });
});

describe('a service that counts nowhere', () => {
  it('shows its console with one click, on its mark and in the settings', async () => {
    const { page, companion, complaints } = await open();
    const opened = () => companion.calls.filter((call) => call.name === 'service.openConsole').length;
    await page.getByRole('button', { name: "DEMO SERVICE . Open the service's console" }).click();
    await page.getByText('The console opens in your browser.').first().waitFor();
    expect(opened()).toBe(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('main').getByRole('button', { name: "Open the service's console" }).click();
    await expect.poll(opened).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('is marked where it is at an address of the pilot’s own, and has no console here', async () => {
    const { page, companion } = await open({
      state: (state) => ({
        ...state,
        service: { ...state.service, kind: 'service', choice: 'service', isDemonstration: false, hasConsole: false },
      }),
    });
    expect(await page.getByText('TEST SERVICE').count()).toBe(0);
    companion.change((state) => ({ ...state, service: { ...state.service, isDemonstration: true } }));
    await page.getByText('TEST SERVICE').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This service is an emulator').waitFor();
    expect(await page.getByRole('button', { name: "Open the service's console" }).count()).toBe(0);
  });
});

describe('when things are amiss', () => {
  it("says what happened, what waits and what to do, with the service's own code in small print", async () => {
    const message = 'The service has ended this sign-in. Reports wait, none is lost. Sign in again and they go on.';
    const { page, companion } = await open({
      strips: strips(),
      state: (state) => ({
        ...state,
        account: {
          status: 'signed-out',
          name: 'Anna Aviator',
          reason: {
            kind: 'sign-in-needed',
            message: verbatim(message),
            code: 'invalid_grant',
            requiredAction: 'sign-in',
          },
        },
      }),
    });
    await page.getByText(message).waitFor();
    await page.getByText('Service code: invalid_grant').waitFor();
    await page.getByRole('button', { name: 'Sign in again' }).click();
    await page.getByText('You agree in your browser').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Nobody is signed in').waitFor();
    expect(companion.state().account.status).toBe('signed-out');
  });

  it('says once above all reports what holds them back', async () => {
    const reason = {
      kind: 'write-not-enabled',
      message: verbatim('The application may not send.'),
      requiredAction: 'subscription',
    } as const;
    const held = ['job-30', 'job-31'].map((id) => ({
      ...wholeStrip(id, 'waiting', { reason }),
      stage: 'held' as const,
    }));
    const { page, companion } = await open({ strips: held });
    await page.getByText('The application may not send.').waitFor();
    expect(await page.getByText('The application may not send.').count()).toBe(1);
    await page.getByRole('button', { name: 'Try now' }).click();
    await expect.poll(() => companion.calls.some(({ name }) => name === 'flights.refresh')).toBe(true);
  });

  it('tells a computer that is off line from a service out of reach, and says once what both know', async () => {
    const concern = {
      kind: 'service-unreachable',
      message: verbatim('The sign-in waits.'),
      retryAt: start + 60_000,
    } as const;
    const { page, companion } = await open({
      state: (state) => ({
        ...state,
        account: { ...state.account, ...(state.account.status === 'signed-in' && { concern }) },
        connection: { status: 'off-line', since: start, concern: { ...concern, retryAt: start + 90_000 } },
      }),
    });
    await page.getByRole('banner').getByText('Out of reach').waitFor();
    expect(await page.getByText(text(concern.message)).count()).toBe(1);
    const offline = { kind: 'offline', message: verbatim('This computer is off line.') } as const;
    companion.change((state) => ({ ...state, connection: { ...state.connection, concern: offline } }));
    await page.getByRole('banner').getByText('Off line').waitFor();
  });

  it('a new address that is put into a page of an earlier start opens the window', async () => {
    const { page, server } = await open();
    const stale = await page.context().newPage();
    await stale.goto(new URL('/', server.url).href);
    await stale.getByText('Open the window again', { exact: true }).waitFor();
    await stale.goto(server.newAddress());
    await stale.getByText('Demo Pilot').waitFor();
    expect(stale.url()).not.toContain('key=');
  });

  it('says once above the reports that the service has trouble, and in few words on each', async () => {
    const reason = { kind: 'service-error', message: verbatim('The service has trouble. Nothing is lost.') } as const;
    const { page } = await open({ strips: ['job-30', 'job-31'].map((id) => wholeStrip(id, 'waiting', { reason })) });
    await page.getByText(text(reason.message)).waitFor();
    expect(await page.getByText(text(reason.message)).count()).toBe(1);
    const few = page.getByText('the service has trouble of its own', { exact: true });
    expect(await few.filter({ visible: true }).count()).toBe(2);
  });

  it('says that the companion is out of reach when it ends', async () => {
    const { page, server } = await open();
    await page.getByText('Demo Pilot').waitFor();
    await server.stop();
    await page.getByText('The companion does not answer just now').waitFor();
    expect(await page.getByText('what is in the queue is safe').isVisible()).toBe(true);
    expect(await page.getByText('Not connected').isVisible()).toBe(true);
  });
});

it('shows 300 strips by fifties', async () => {
  const many = Array.from({ length: 300 }, (_, n) => wholeStrip(`flight-${n + 1}`, 'settled', { file: null }));
  const { page } = await open({ strips: many });
  await page.getByText('50 of 300 shown').waitFor();
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await page.getByText('100 of 300 shown').waitFor();
  expect(await page.locator('[data-strip]').count()).toBe(100);
});

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it('every view is without a violation that axe can find', async () => {
    const { page } = await open({ strips: strips() }, { theme });
    await strip(page, 'EDDF to LPPT, A20N, flight 4711').click();
    await page.getByText('2 140 kg').waitFor();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('Connection to Pilot Flight Service').click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('link', { name: 'Folders' }).click();
    await page.getByText('No folder is watched yet').waitFor();
    expect(await violations(page)).toEqual([]);
  });

  it('the first start and a sign-in are so too', async () => {
    const { page } = await open({ begun: false }, { theme });
    await page.getByRole('button', { name: 'Connect and sign in' }).click();
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try the built-in service' }).click();
    await page.getByText('Drop screenshots anywhere').waitFor();
    expect(await violations(page)).toEqual([]);
  });
});
