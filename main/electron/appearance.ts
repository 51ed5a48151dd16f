// The app's language and appearance: the texts of menus, dialogs and notifications, the theme, the menu, the About panel.
import { app, Menu, nativeTheme } from 'electron';
import type { Settings } from '../contract/settings.ts';
import { languageFor, type LanguageChoice } from '../messages/languages.ts';
import { app as appTexts, core } from '../messages/catalogue.ts';
import { createFormatter } from '../messages/formatter.ts';
import { message, type Message } from '../messages/message.ts';
import type { TimeChoice } from '../messages/time-format.ts';
import { translated } from '../messages/translations.ts';
import { menuTemplate } from './window/menu.ts';

const english = { ...appTexts, ...core };
let formatter = createFormatter({ catalogue: english });

/** Returns the text of a message; in English until `showAppearance` has resolved. */
export const text = (message: Message): string => formatter.text(message);

/** Call it once the app is ready, since the system's language is known only then, and when the settings have changed. */
export async function showAppearance(settings: Settings, openSettings: () => void): Promise<void> {
  nativeTheme.themeSource = settings.theme;
  await setTexts(settings.language, settings.times);
  app.setAboutPanelOptions({
    applicationName: app.getName(),
    applicationVersion: app.getVersion(),
    copyright: text(message('app.about.licence')),
  });
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform, { text, openSettings })));
}

/** Writes every later text in this language, with times in this zone. */
async function setTexts(choice: LanguageChoice, times: TimeChoice) {
  const language = languageFor(choice, app.getPreferredSystemLanguages());
  const catalogue = await translated(english, language);
  formatter = createFormatter({ catalogue, language, times, locale: app.getSystemLocale() });
}
