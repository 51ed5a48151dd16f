// Turns the spell checker off. Chromium's sessions download dictionaries from the network on Windows and Linux,
// regardless of a window's preferences, and this app contacts the pilot's service only.
import type { Session } from 'electron';

/** Call it first thing after the app is ready. */
export function turnOffSpellChecker(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
  // Nothing answers there, in case a dictionary is requested anyway.
  session.setSpellCheckerDictionaryDownloadURL('https://localhost:1/');
}
