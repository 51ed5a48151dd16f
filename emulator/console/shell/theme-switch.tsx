// Switches between light and dark; follows the system until used.
import { useState, useSyncExternalStore } from 'react';
import { Icon } from '../elements/icon.tsx';
import { messages } from '../messages/messages.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  const isSystemDark = useSyncExternalStore(onSystemTheme, () => systemDark.matches);
  const isDark = theme === 'system' ? isSystemDark : theme === 'dark';
  const turn = () => {
    const wanted = isDark ? 'light' : 'dark';
    keepTheme(wanted);
    setTheme(wanted);
  };
  const label = isDark ? messages.bar.toLight : messages.bar.toDark;
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={turn}>
      <Icon name={isDark ? 'light' : 'dark'} />
    </button>
  );
}

const systemDark = matchMedia('(prefers-color-scheme: dark)');

function onSystemTheme(listener: () => void) {
  systemDark.addEventListener('change', listener);
  return () => systemDark.removeEventListener('change', listener);
}

// Light or dark, from the system or chosen in this browser.
const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const kept = 'console-theme';

export const keptTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(kept)) ?? 'system';

function keepTheme(theme: Theme): void {
  localStorage.setItem(kept, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
