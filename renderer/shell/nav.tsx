// The navigation at the side, or at the bottom of a very narrow window.
import { useEffect, useRef } from 'react';
import { Icon } from '../elements/icon.tsx';
import { isFlightView, useFlightQuery } from '../elements/use-view.ts';
import type { View } from '../elements/use-view.ts';
import { isAllCalm } from '../format/strip-text.ts';
import { useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

type Props = {
  readonly view: View;
  /** The number of problems in a view: reports that need attention, folders that can't be watched. */
  readonly needsAttention: Partial<Record<View, number>>;
  readonly showKeys: () => void;
  readonly showPalette: () => void;
};

export function Nav({ view, needsAttention, showKeys, showPalette }: Props) {
  const query = useFlightQuery();
  const nav = useRef<HTMLElement>(null);
  // In a low window the navigation scrolls.
  useEffect(() => {
    nav.current?.querySelector(`[href^="#${view}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [view]);
  const isCalm = useWindow(({ lists }) => isAllCalm(lists));
  const badge = (count: number, tone = '') =>
    count > 0 && (
      <>
        <span className={`badge time${tone}`} aria-hidden="true">
          {count}
        </span>
        <span className="off-screen">{t('window.nav.attention', { n: count })}</span>
      </>
    );
  const link = (name: View) => (
    <a
      href={isFlightView(name) && query !== '' ? `#${name}?${query}` : `#${name}`}
      aria-current={name === view ? 'page' : undefined}
    >
      <Icon name={name} />
      {t('window.nav.view', { view: name })}
      {badge(needsAttention[name] ?? 0, isCalm && name === 'board' ? ' is-calm' : '')}
    </a>
  );
  return (
    <nav ref={nav} className="nav" aria-label={t('window.nav.label')}>
      {link('board')}
      {link('logbook')}
      {link('map')}
      {link('statistics')}
      {link('folders')}
      {link('files')}
      <span className="gap" />
      <button type="button" onClick={showPalette}>
        <Icon name="search" />
        {t('window.palette.title')}
      </button>
      <button type="button" onClick={showKeys}>
        <Icon name="shortcuts" />
        {t('window.nav.shortcuts')}
      </button>
      {link('settings')}
    </nav>
  );
}
