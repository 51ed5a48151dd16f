// The engine with electron-updater itself, in Node: an AppImage on this computer, and a feed on loopback.
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { replaceAppImage } from '../../../main/electron/updates/engine/engine.ts';
import { mountSmallDisk } from '../../core/storage/small-disk.ts';
import { installationId, newImage, oldImage, openInstalledApp, toldOf, type InstalledApp } from './installed-app.ts';
import { betaName, metadataName } from './update-feed.ts';

const { signal } = new AbortController();

let place: InstalledApp;
beforeEach(async () => {
  place = await openInstalledApp();
});
afterEach(() => place.close());

describe('a newer version', () => {
  test('is downloaded with progress, and replaces the old one in one rename', async () => {
    place.feed.publish('1.1.0', newImage);
    const engine = place.engineOf();
    expect(await engine.check('stable')).toEqual({ version: '1.1.0', is: 'offered' });
    const percents: number[] = [];
    await engine.download({ signal, onProgress: (percent) => percents.push(percent) });
    expect(percents.at(-1)).toBe(100);
    expect(readFileSync(place.installed)).toEqual(oldImage);
    engine.install({ restart: false });
    expect(readFileSync(place.installed)).toEqual(newImage);
    expect(statSync(place.installed).mode & 0o111).toBe(0o111);
    expect(readdirSync(place.folder)).not.toContain('Pilot Companion.AppImage.update');
  });

  test('is requested with two small files and the package, and with nothing about the installation', async () => {
    place.feed.publish('1.1.0', newImage);
    const engine = place.engineOf();
    await engine.check('stable');
    await engine.download({ signal, onProgress() {} });
    expect(place.feed.paths().toSorted()).toEqual(
      [`/feed/${metadataName}`, `/feed/${metadataName}.sig`, '/feed/App-1.1.0.AppImage'].toSorted(),
    );
    const sent = JSON.stringify(place.feed.requests);
    expect(sent).not.toContain(installationId);
    expect(sent).not.toMatch(/staging|cookie|authorization/i);
    expect(sent).not.toContain(readFileSync(join(place.folder, '.updaterId'), 'utf8'));
  });

  test('of the beta channel is offered to that channel only', async () => {
    place.feed.publish('1.0.0', oldImage);
    place.feed.publish('1.1.0-beta.1', newImage, { name: betaName });
    expect(await place.engineOf().check('stable')).toEqual({ version: '1.0.0', is: 'same' });
    expect(await place.engineOf().check('beta')).toEqual({ version: '1.1.0-beta.1', is: 'offered' });
  });
});

test('an older version is refused, also after a change from beta to stable', async () => {
  place.feed.publish('1.0.0', oldImage);
  const engine = place.engineOf({ version: '1.1.0-beta.2' });
  expect(await engine.check('stable')).toEqual({ version: '1.0.0', is: 'older' });
  expect(await toldOf(engine.download({ signal, onProgress() {} }))).toBe('updates.notReached');
  expect(readFileSync(place.installed)).toEqual(oldImage);
});

describe('a package', () => {
  const downloading = async (cache?: string) => {
    const engine = place.engineOf({ ...(cache !== undefined && { cache }) });
    await engine.check('stable');
    const told = await toldOf(engine.download({ signal, onProgress() {} }));
    return { engine, told };
  };
  const expectUpdated = async (engine: ReturnType<typeof place.engineOf>) => {
    await engine.check('stable');
    await engine.download({ signal, onProgress() {} });
    engine.install({ restart: false });
    expect(readFileSync(place.installed)).toEqual(newImage);
  };

  test('with another hash is discarded', async () => {
    place.feed.publish('1.1.0', newImage);
    place.feed.files.set('App-1.1.0.AppImage', Buffer.alloc(300_000, 'something else'));
    const { engine, told } = await downloading();
    expect(told).toBe('updates.damaged');
    expect(place.pending()).toEqual([]);
    expect(() => engine.install({ restart: false })).toThrow('No update');
    expect(readFileSync(place.installed)).toEqual(oldImage);
  });

  test('whose download is truncated is discarded, and downloaded again by the next check', async () => {
    place.feed.publish('1.1.0', newImage);
    place.feed.files.set('App-1.1.0.AppImage', (response) => {
      response.writeHead(200, { 'content-length': newImage.length });
      response.write(newImage.subarray(0, 1_000), () => response.destroy());
    });
    const { engine, told } = await downloading();
    expect(told).toMatch(/^updates\.(notReached|damaged)$/);
    expect(place.pending()).toEqual([]);
    place.feed.files.set('App-1.1.0.AppImage', newImage);
    await expectUpdated(engine);
  });

  test('whose download is cancelled is not installed, and downloaded from the start by the next one', async () => {
    place.feed.publish('1.1.0', newImage);
    const cancelling = new AbortController();
    place.feed.files.set('App-1.1.0.AppImage', (response) => {
      response.writeHead(200, { 'content-length': newImage.length });
      response.write(newImage.subarray(0, 1_000), () => cancelling.abort());
    });
    const engine = place.engineOf();
    await engine.check('stable');
    await expect(engine.download({ signal: cancelling.signal, onProgress() {} })).rejects.toThrow('cancelled');
    expect(() => engine.install({ restart: false })).toThrow('No update');
    place.feed.files.set('App-1.1.0.AppImage', newImage);
    await expectUpdated(place.engineOf());
  });

  test('for which the disk has no space is discarded, and the app reports it', async ({ skip }) => {
    const cache = join(place.folder, 'cache');
    mkdirSync(cache);
    const disk = mountSmallDisk(cache, 1);
    try {
      skip(!disk.isMounted, disk.why);
      const large = Buffer.alloc(2 * 1024 * 1024, 'a');
      place.feed.publish('1.1.0', large);
      const { engine, told } = await downloading(cache);
      expect(told).toBe('updates.diskFull');
      expect(readdirSync(join(cache, 'updater/pending'))).toEqual([]);
      expect(() => engine.install({ restart: false })).toThrow('No update');
    } finally {
      disk.unmount();
    }
  });

  test('for which the disk of the app has no space leaves the old app as it was', ({ skip }) => {
    const programs = join(place.folder, 'programs');
    mkdirSync(programs);
    const disk = mountSmallDisk(programs, 1);
    try {
      skip(!disk.isMounted, disk.why);
      const app = join(programs, 'app.AppImage');
      const downloaded = join(place.folder, 'downloaded');
      writeFileSync(app, oldImage);
      writeFileSync(downloaded, Buffer.alloc(2 * 1024 * 1024, 'a'));
      expect(() => replaceAppImage(app, downloaded)).toThrow(/ENOSPC/);
      expect(readdirSync(programs)).toEqual(['app.AppImage']);
      expect(readFileSync(app)).toEqual(oldImage);
      expect(existsSync(downloaded)).toBe(true);
    } finally {
      disk.unmount();
    }
  });
});

describe('a staged rollout', () => {
  test.each([
    [0, 'held'],
    [100, 'offered'],
  ])('of %d %% is %s', async (percentage, is) => {
    place.feed.publish('1.1.0', newImage, { more: `stagingPercentage: ${percentage}\n` });
    expect(await place.engineOf().check('stable')).toEqual({ version: '1.1.0', is });
  });

  test.each(['half', -1, 101, 0.5])('with the share %s is rejected, and not treated as 100 %', async (share) => {
    place.feed.publish('1.1.0', newImage, { more: `stagingPercentage: ${share}\n` });
    expect(await toldOf(place.engineOf().check('stable'))).toBe('updates.damaged');
  });
});
