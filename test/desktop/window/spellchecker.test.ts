import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { turnOffSpellChecker } from '../../../main/electron/window/menu.ts';
import { app } from '../../support/electron-stand-in/module/app.ts';
import { session, spelling } from '../../support/electron-stand-in/module/session.ts';

test('a dictionary that is requested anyway is requested from this computer, where nothing answers', () => {
  app.becomeReady();
  turnOffSpellChecker(session.defaultSession as unknown as Session);
  expect(spelling).toEqual({ isEnabled: false, languages: [], address: 'https://localhost:1/' });
});
