// Lines of the field guide about drives that come and go.
import { spawnSync } from 'node:child_process';
import { truncate, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { samplePng } from '../../../support/image-samples.ts';
import { setUpWatchedFolder, isLinux, countingRules } from '../folder-of-each-test.ts';

const context = setUpWatchedFolder();

describe('a drive', () => {
  test.runIf(isLinux)(
    'field guide 6: that is not mounted is unavailable, and watched again with another in its place',
    async ({ skip }) => {
      const mount = () => spawnSync('mount', ['-t', 'tmpfs', 'shots', context.folder.path], { encoding: 'utf8' });
      const mounted = mount();
      skip(mounted.status !== 0, `no drive can be mounted here: ${mounted.stderr.trim()}`);
      try {
        await context.folder.start();
        expect(context.folder.state().status).toBe('watching');
        await context.folder.clock.advance(2000);
        await writeFile(context.folder.file('first.png'), samplePng({ text: 'first' }));
        await context.folder.until(() => context.folder.added.length === 1, 10_000);
        await writeFile(context.folder.file('half.png'), samplePng({ text: 'half' }).subarray(0, 60));
        await context.folder.rescan();

        expect(spawnSync('umount', ['--lazy', context.folder.path]).status).toBe(0);
        await context.folder.rescan();
        expect(context.folder.state()).toMatchObject({ status: 'unavailable', growing: 0, added: 1 });

        await context.folder.start({ isMountPoint: true });
        await context.folder.rescan();
        expect(context.folder.state()).toMatchObject({ status: 'unavailable' });

        expect(mount().status).toBe(0);
        await context.folder.rescan();
        expect(context.folder.state()).toMatchObject({ status: 'watching', concern: null });
        await context.folder.clock.advance(2000);
        await writeFile(context.folder.file('second.png'), samplePng({ text: 'second' }));
        await context.folder.until(() => context.folder.added.length === 2, 10_000);
        expect(context.folder.names()).toEqual(['first.png', 'second.png']);
      } finally {
        await context.folder.stop();
        spawnSync('umount', ['--lazy', context.folder.path]);
      }
    },
  );

  test('field guide 7: on the network is polled at a long interval, and the pilot is notified', async () => {
    await context.folder.start({ system: { isNetworkDrive: async () => true } });
    expect(context.folder.state().status).toBe('polling');
    await context.folder.clock.advance(1000);
    await writeFile(context.folder.file('shot.png'), samplePng());
    await context.folder.clock.advance(20_000);
    expect(context.folder.added).toEqual([]);
    await context.folder.until(() => context.folder.added.length === 1, 15_000);
    expect(context.folder.state().status).toBe('polling');
  });

  test.skipIf(process.platform === 'win32')(
    'field guide 9: that keeps its files in the cloud downloads no byte',
    async () => {
      const imageRules = countingRules();
      const fill = async (name: string) => {
        for (let index = 0; index < 30; index += 1) {
          await writeFile(context.folder.file(`${name}-${index}.png`), '');
          await truncate(context.folder.file(`${name}-${index}.png`), 2_000_000);
        }
      };
      await fill('there-before');
      await context.folder.start({
        imageRules,
        system: { findPlaceholders: async (files) => new Set(files.map(({ path }) => path)) },
      });
      await fill('shot');
      await context.folder.settle();
      await context.folder.clock.advance(600_000);
      expect(imageRules.bytes).toBe(0);
      expect(context.folder.message().length).toBe(20);
      expect(context.folder.message()[0]).toContain('is only in the cloud');
    },
  );
});
