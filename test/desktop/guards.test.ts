import { expect, test } from 'vitest';
import { mayNavigate, mayOpenOutside, maySignInAt } from '../../main/electron/guards.ts';
import { isOwnWindow } from '../../main/electron/sender.ts';

const signIn = 'http://127.0.0.1:4711/oauth/authorize?state=1';

test.each([
  ['https://service.example/oauth/authorize?state=1', true],
  ['http://127.0.0.1:4711/oauth/authorize', true],
  ['http://[::1]:4711/oauth/authorize', true],
  ['http://localhost:4711/oauth/authorize', false],
  ['http://127.0.0.1.example/oauth/authorize', false],
  ['http://service.example/oauth/authorize', false],
  ['https://pilot:secret@service.example/', false],
  ['http://127.0.0.1@service.example/', false],
  ['file:///etc/passwd', false],
  ['javascript:alert(1)', false],
  ['data:text/html,x', false],
  ['app://pilot-companion/', false],
  ['ms-settings:', false],
  ['smb://server/share', false],
  ['https://', false],
  ['', false],
  [`https://service.example/${'x'.repeat(8000)}`, false],
])('the sign-in may open %s: %s', (address, expected) => {
  expect(maySignInAt(address)).toBe(expected);
});

test.each([
  ['https://service.example/help', null, true],
  [signIn, signIn, true],
  [signIn, null, false],
  [`${signIn}&more`, signIn, false],
  ['http://127.0.0.1:80/', signIn, false],
  ['file:///etc/passwd', 'file:///etc/passwd', false],
  ['javascript:alert(1)', null, false],
])('a link may open %s while the sign-in is at %s: %s', (address, signInAddress, expected) => {
  expect(mayOpenOutside(address, signInAddress)).toBe(expected);
});

test.each([
  ['app://pilot-companion/', true],
  ['app://pilot-companion/index.html', true],
  ['app://pilot-companion/pictures/job-1', false],
  ['app://pilot-companion/assets/index.js', false],
  ['app://pilot-companion.example/', false],
  ['https://service.example/', false],
  ['file:///etc/passwd', false],
  ['data:text/html,x', false],
  ['about:blank', false],
])('the page may go to %s: %s', (address, expected) => {
  expect(mayNavigate(address)).toBe(expected);
});

const own = { id: 1 };
const mainFrame = { parent: null, origin: 'app://pilot-companion' };

test.each([
  ['the main frame of the window', { sender: own, senderFrame: mainFrame }, own, true],
  ['a frame inside the window', { sender: own, senderFrame: { ...mainFrame, parent: mainFrame } }, own, false],
  [
    'a page of another origin',
    { sender: own, senderFrame: { parent: null, origin: 'https://example.com' } },
    own,
    false,
  ],
  ['a page without an origin', { sender: own, senderFrame: { parent: null, origin: 'null' } }, own, false],
  ['a frame that is gone', { sender: own, senderFrame: null }, own, false],
  ['another window', { sender: { id: 2 }, senderFrame: mainFrame }, own, false],
  ['a window while ours is closed', { sender: own, senderFrame: mainFrame }, undefined, false],
])('a call from %s is looked at (last column)', (_who, event, window, expected) => {
  expect(isOwnWindow(event, window)).toBe(expected);
});
