// The window's areas of the catalogue. On their own, so that the command line does not load them.
import type { Catalogue } from './formatter.ts';
import backgroundTexts from './en/background.json' with { type: 'json' };
import logbookTexts from './en/logbook.json' with { type: 'json' };
import updatesTexts from './en/updates.json' with { type: 'json' };
import windowTexts from './en/window.json' with { type: 'json' };

export const window: Catalogue = { ...windowTexts, ...backgroundTexts, ...logbookTexts, ...updatesTexts };
