// The areas of the catalogue. Each edge joins those that it shows, so that a window carries no text of the command line.
import type { Catalogue } from './formatter.ts';
import sharedTexts from './en/shared.json' with { type: 'json' };
import windowTexts from './en/window.json' with { type: 'json' };

export const shared: Catalogue = sharedTexts;
export const window: Catalogue = windowTexts;
