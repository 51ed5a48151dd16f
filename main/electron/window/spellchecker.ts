// Turns the spell checker off. Chromium's sessions download dictionaries from the network on Windows and Linux, whatever a
// window's preferences say, and this app talks to the pilot's service only.
import type { Session } from 'electron';

/** Call it first thing after the app is ready. */
export function turnOffSpellChecker(session: Session): void {
  session.setSpellCheckerEnabled(false);
  session.setSpellCheckerLanguages([]);
  // Nothing answers there, should a dictionary be asked for all the same.
  session.setSpellCheckerDictionaryDownloadURL('https://localhost:1/');
}
