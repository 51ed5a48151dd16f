// The window in a real browser, through the real window server, on a companion in memory.
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { wholeStrip } from '../../support/fake-companion/fake-strips.ts';
import { createFakeWindow, strip, strips } from '../fake-window.ts';
import { imagePath, start } from '../open-window.ts';
import { verbatim } from '../../../main/messages/message.ts';
import { text } from '../../../main/node/host/text.ts';

const open = createFakeWindow();

describe('adding files', () => {
  it('adds dropped screenshots, shows why other files are rejected, and follows reports to completion', async () => {
    const { page, clock, complaints } = await open();
    await page.getByText('Drop or paste screenshots anywhere').waitFor();
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
      (globalThis as { letGo?: () => void }).letGo = () => {
        if (send('drop')) throw new Error('the browser would open the file');
      };
    });
    await page.getByText('2 screenshots will be added').waitFor();
    await page.getByText('1 file is neither PNG nor JPEG').waitFor();
    await page.evaluate(() => (globalThis as { letGo?: () => void }).letGo?.());
    await strip(page, 'one.png').waitFor();
    await strip(page, 'two.jpg').waitFor();
    await page.getByText("notes.txt doesn't end in .png").first().waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByText("notes.txt doesn't end in .png").count()).toBeLessThanOrEqual(1);
    await clock.advance(5_000);
    await page.getByText(/^Uploading \d+%$/).waitFor();
    await clock.advance(70_000);
    await page.getByRole('list', { name: 'Today, 2 flights' }).waitFor();
    expect(complaints).toEqual([]);
  });

  it('accepts a drop while another element comes under the pointer', async () => {
    const { page } = await open();
    const heading = await page.getByRole('heading', { name: 'Now' }).boundingBox();
    const client = await page.context().newCDPSession(page);
    const data = { items: [], files: [imagePath], dragOperationsMask: 1 };
    const drag = (type: 'dragEnter' | 'dragOver' | 'drop', x: number, y: number) =>
      client.send('Input.dispatchDragEvent', { type, x, y, data });
    await drag('dragEnter', 3, 3);
    await drag('dragOver', 3, 3);
    await drag('drop', heading!.x + 2, heading!.y + 2);
    await strip(page, basename(imagePath)).waitFor();
    expect(await page.locator('.drop-zone').count()).toBe(0);
  });

  it('shows the newest screenshot of a new folder, and adds it on request', async () => {
    const { page, companion } = await open();
    await companion.handle('folders.add', { path: '/home/anna/shots', existing: false });
    const add = page.getByRole('button', { name: 'Add your newest screenshot' });
    await page.locator('.offered canvas').first().waitFor();
    await add.click();
    await page.getByText("Your watched folders don't contain a screenshot").first().waitFor();
    expect(companion.calls.map(({ name }) => name)).toContain('folders.addNewest');
  });

  it('opens the rest of a long notice on request', async () => {
    const { page } = await open();
    const notes = Array.from({ length: 20 }, (_, n) => ({
      name: `note-${n}.txt`,
      mimeType: 'text/plain',
      buffer: Buffer.from('x'),
    }));
    await page.setInputFiles('input[type=file]', notes);
    await page.getByText("20 files couldn't be added").first().waitFor();
    expect(await page.getByText("note-19.txt doesn't end in .png").isVisible()).toBe(false);
    await page.getByText('and 17 more').click();
    expect(await page.getByText("note-19.txt doesn't end in .png").isVisible()).toBe(true);
  });

  it('adds chosen files, and shows the report of one that was added before', async () => {
    const { page, companion } = await open();
    const shot = { name: 'shot.png', mimeType: 'image/png', buffer: Buffer.from('bytes') };
    await page.setInputFiles('input[type=file]', shot);
    await strip(page, 'shot.png').waitFor();
    await page.setInputFiles('input[type=file]', shot);
    await page.getByRole('button', { name: 'View report' }).click();
    await page.getByRole('complementary', { name: 'Report shot.png' }).waitFor();
    expect(companion.state().bays.queue).toBe(1);
  });
});

describe('a demonstration or test service', () => {
  it('opens its console from its mark and from the settings', async () => {
    const { page, companion, complaints } = await open();
    const opened = () => companion.calls.filter((call) => call.name === 'service.openConsole').length;
    await page.getByRole('button', { name: 'DEMO SERVICE. Open the service console' }).click();
    await page.getByText('The console is opening in your browser.').first().waitFor();
    expect(opened()).toBe(1);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Open the service console' }).click();
    await expect.poll(opened).toBe(2);
    expect(complaints).toEqual([]);
  });

  it("is marked at an address of the pilot's own too, without a console", async () => {
    const { page, companion } = await open({
      state: (state) => ({
        ...state,
        service: { ...state.service, kind: 'service', choice: 'service', isTestService: false, hasConsole: false },
      }),
    });
    expect(await page.getByText('TEST SERVICE').count()).toBe(0);
    companion.change((state) => ({ ...state, service: { ...state.service, isTestService: true } }));
    await page.getByText('TEST SERVICE').waitFor();
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('This is a test service').waitFor();
    expect(await page.getByRole('button', { name: 'Open the service console' }).count()).toBe(0);
  });
});

describe('when something fails', () => {
  it('shows what happened and what to do, with the code of the service in small print', async () => {
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
    await page.getByText('Approve in your browser').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText("You're not signed in").waitFor();
    expect(companion.state().account.status).toBe('signed-out');
  });

  it('shows the reason that holds all reports once', async () => {
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
    await page.getByRole('button', { name: 'Retry now' }).click();
    await expect.poll(() => companion.calls.some(({ name }) => name === 'flights.refresh')).toBe(true);
  });

  it('distinguishes an offline computer from an unreachable service, and shows an equal message once', async () => {
    const concern = {
      kind: 'service-unreachable',
      message: verbatim('The sign-in waits.'),
      retryAt: start + 60_000,
    } as const;
    const { page, companion } = await open({
      state: (state) => ({
        ...state,
        account: { ...state.account, ...(state.account.status === 'signed-in' && { concern }) },
        connection: { status: 'offline', since: start, concern: { ...concern, retryAt: start + 90_000 } },
      }),
    });
    await page.getByRole('banner').getByText("Can't reach service").waitFor();
    expect(await page.getByText(text(concern.message)).count()).toBe(1);
    const offline = { kind: 'offline', message: verbatim('This computer is offline.') } as const;
    companion.change((state) => ({ ...state, connection: { ...state.connection, concern: offline } }));
    await page.getByRole('banner').getByText('Offline').waitFor();
  });

  it('opens the window when a new address is entered in an old page', async () => {
    const { page, server } = await open();
    const stale = await page.context().newPage();
    await stale.goto(new URL('/', server.url).href);
    await stale.getByText('Open this window again', { exact: true }).waitFor();
    await stale.goto(server.newAddress());
    await stale.getByText('Demo Pilot').waitFor();
    expect(stale.url()).not.toContain('key=');
  });

  it('shows problems of the service once, above the reports', async () => {
    const reason = {
      kind: 'service-error',
      message: verbatim('The service is having problems. Nothing is lost.'),
    } as const;
    const { page } = await open({ strips: ['job-30', 'job-31'].map((id) => wholeStrip(id, 'waiting', { reason })) });
    await page.getByText(text(reason.message)).waitFor();
    expect(await page.getByText(text(reason.message)).count()).toBe(1);
  });

  it('shows that the service answers with errors only while reports wait for it', async () => {
    const concern = { kind: 'service-error', message: verbatim('The service is having problems.') } as const;
    const { page, companion } = await open();
    companion.change((s) => ({ ...s, connection: { ...s.connection, status: 'service-error', concern } }));
    await page.getByText('Service problem').first().waitFor();
    expect(await page.getByText(text(concern.message)).count()).toBe(0);
    companion.put(wholeStrip('job-30', 'waiting'));
    await page.getByText(text(concern.message)).waitFor();
  });

  it('marks the number of reports that need attention as calm while all only need approval', async () => {
    const { page, companion } = await open({ strips: [wholeStrip('job-7', 'approval')] });
    await page.locator('.nav .badge.is-calm').waitFor();
    companion.put(wholeStrip('job-8', 'rejected'));
    await page.locator('.nav .badge:not(.is-calm)').waitFor();
    expect(await page.locator('.nav .badge').textContent()).toBe('2');
  });

  it('shows that the process does not respond when it ends', async () => {
    const { page, server } = await open();
    await page.getByText('Demo Pilot').waitFor();
    await server.stop();
    await page.getByText("Pilot Companion isn't responding").waitFor();
    expect(await page.getByText('Your reports are safe').isVisible()).toBe(true);
    expect(await page.getByText('Not connected').isVisible()).toBe(true);
    await page.setInputFiles('input[type=file]', imagePath);
    await page.getByText("this file wasn't added").first().waitFor();
  });
});

it('shows 300 strips in pages of fifty', async () => {
  const many = Array.from({ length: 300 }, (_, n) => wholeStrip(`flight-${n + 1}`, 'with-moderator', { file: null }));
  const { page } = await open({ strips: many });
  await page.getByRole('button', { name: 'Show all 300 under review' }).click();
  await page.getByText('50 of 300 shown').waitFor();
  await page.getByRole('button', { name: 'Show 50 more' }).click();
  await page.getByText('100 of 300 shown').waitFor();
  expect(await page.locator('[data-strip]').count()).toBe(100);
});

describe('switching views', () => {
  it('names the page after the open view, and moves the focus into a view opened by a key', async () => {
    const { page } = await open();
    expect(await page.title()).not.toContain('Logbook');
    await page.keyboard.press('2');
    await page.getByRole('heading', { name: 'No flights' }).first().waitFor();
    expect(await page.title()).toBe('Logbook · Pilot Companion');
    await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main');
    await page.keyboard.press('1');
    await page.locator('.board').waitFor();
    await expect.poll(() => page.title()).not.toContain('Logbook');
  });
});
