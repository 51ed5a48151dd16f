// Switches between light and dark; follows the system until used.
import { useState } from 'react';
import { Icon } from '../elements/icon.tsx';
import { useMedia } from '../elements/use-media.ts';
import { messages } from '../messages/messages.ts';
import { keepTheme, keptTheme } from './theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(keptTheme);
  const isSystemDark = useMedia('(prefers-color-scheme: dark)');
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
