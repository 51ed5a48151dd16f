// What the palette and the settings have in common: the sections by the ids of their headings, and for how long
// notifications can be turned off.
import type { AppState } from '../../main/contract/state.ts';
import { openView } from '../elements/use-view.ts';
import { t } from '../text.ts';

export function settingsSections({ host, updates }: AppState): (readonly [id: string, name: string])[] {
  const always = [
    ['account', t('window.account.title')],
    ['service', t('window.settings.services')],
    ['reports', t('window.settings.reports')],
    ['look', t('window.settings.appearance')],
    ['keeping', t('window.keeping.title')],
    ['checks', t('window.check.title')],
    ['diagnostics', t('window.diagnostics.title')],
    ['about', t('window.settings.about')],
  ] as const;
  return [
    ...always,
    ...(host.kind === 'desktop' ? ([['background', t('background.title')]] as const) : []),
    ...(updates ? ([['updates', t('updates.title')]] as const) : []),
  ];
}

/** How many frames to wait for the view to be rendered. */
const mostFrames = 300;

export function openSection(id: string): void {
  openView('settings');
  let framesLeft = mostFrames;
  function attempt() {
    const heading = document.getElementById(`settings-${id}`);
    framesLeft -= 1;
    if (heading === null) {
      if (framesLeft > 0) requestAnimationFrame(attempt);
      return;
    }
    // Keyboard navigation continues from the heading.
    heading.tabIndex = -1;
    heading.focus();
    heading.scrollIntoView({ block: 'start' });
  }
  attempt();
}

const hourMs = 3_600_000;

/** For how long notifications can be turned off, such as during a flight. */
export const quietHours = [1, 4] as const;

/** `now`: epoch ms. */
export const quietUntil = (hours: number, now: number): number => Math.round(now + hours * hourMs);
