// Further starts and files from macOS, while the app runs and while it quits.
import { EventEmitter } from 'node:events';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { followFurtherStarts } from '../../main/electron/run-options.ts';

function follow(args: readonly string[]) {
  const app = new EventEmitter();
  const seen: (string | readonly string[])[] = [];
  let isQuitting = false;
  const nextStart = followFurtherStarts({
    app: app as never,
    args,
    isQuitting: () => isQuitting,
    show: () => void seen.push('shown'),
    add: (paths) => void seen.push(paths),
  });
  return {
    seen,
    nextStart,
    quit: () => void (isQuitting = true),
    open: (path: string) => app.emit('open-file', { preventDefault() {} }, path),
    start: (args: string[], workingFolder: string) => app.emit('second-instance', {}, [], '/', { args, workingFolder }),
  };
}

test('adds the files of a further start and of macOS while the app runs, and wants no next start', () => {
  const { seen, nextStart, open, start } = follow([]);
  start(['a.png'], '/work');
  open('/Users/anna/Shots');
  expect(seen).toEqual(['shown', [resolve('/work', 'a.png')], ['/Users/anna/Shots']]);
  expect(nextStart()).toBeNull();
});

test('shows no window for a launch at login while the app runs already, but adds its files', () => {
  const { seen, start } = follow([]);
  start(['--background', 'a.png'], '/work');
  expect(seen).toEqual([[resolve('/work', 'a.png')]]);
});

test('hands files that macOS passes while the app quits over to the next start, which has a window', () => {
  const { seen, nextStart, quit, open } = follow(['--data-dir', '/d', '--background', 'added-before.png']);
  quit();
  open('/Users/anna/a.png');
  open('/Users/anna/Shots');
  expect(seen).toEqual([]);
  expect(nextStart()).toEqual(['--data-dir', '/d', '--given-path=/Users/anna/a.png', '--given-path=/Users/anna/Shots']);
});

test('repeats a start that was missed while the app quits, with the files of all of them from their own folders', () => {
  const { nextStart, quit, open, start } = follow(['--background']);
  quit();
  start(['one.png'], '/first');
  open('/Users/anna/two.png');
  start(['--data-dir=/d', 'three.png'], '/second');
  expect(nextStart()).toEqual([
    '--data-dir=/d',
    `--given-path=${resolve('/first/one.png')}`,
    '--given-path=/Users/anna/two.png',
    `--given-path=${resolve('/second/three.png')}`,
  ]);
});
