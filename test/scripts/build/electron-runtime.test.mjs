import { describe, expect, it } from 'vitest';
import { displayObstacle, rememberedObstacle } from '../../../scripts/build/electron-runtime.mjs';

describe('Electron', () => {
  /** @type {[string, NodeJS.Platform, NodeJS.ProcessEnv, boolean][]} */
  const displays = [
    ['Linux over ssh', 'linux', {}, false],
    ['Linux with an empty DISPLAY', 'linux', { DISPLAY: '' }, false],
    ['X11', 'linux', { DISPLAY: ':0' }, true],
    ['Wayland', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, true],
    ['macOS', 'darwin', {}, true],
    ['Windows', 'win32', {}, true],
  ];
  it.each(displays)('needs a display on %s', (_, platform, env, isShown) => {
    expect(displayObstacle(platform, env) === undefined).toBe(isShown);
  });

  const atMs = Date.UTC(2026, 4, 12, 9);
  const hourMs = 3_600_000;
  const memory = { version: '45.4.1', atMs, why: 'the network does not let it through' };
  it.each([
    ['is not fetched again within an hour of a failure', memory, '45.4.1', atMs + hourMs, memory.why],
    ['is fetched again after a day', memory, '45.4.1', atMs + 24 * hourMs, undefined],
    ['is fetched again when the lock file names a newer one', memory, '45.5.0', atMs + hourMs, undefined],
    ['is fetched again when the clock was set back', memory, '45.4.1', atMs - hourMs, undefined],
    ['is fetched when no failure is stored', undefined, '45.4.1', atMs, undefined],
  ])('%s', (_, remembered, version, nowMs, why) => {
    expect(rememberedObstacle(remembered, version, nowMs)).toBe(why);
  });
});
