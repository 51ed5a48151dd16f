// Light or dark, from the system or chosen in this browser.

export const themes = ['system', 'light', 'dark'] as const;
type Theme = (typeof themes)[number];

const kept = 'console-theme';

export const keptTheme = (): Theme => themes.find((theme) => theme === localStorage.getItem(kept)) ?? 'system';

export function keepTheme(theme: Theme): void {
  localStorage.setItem(kept, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement;
  if (theme === 'system') delete dataset['theme'];
  else dataset['theme'] = theme;
}
