// What came since the pilot was here last: gone with Escape or its button.
import { useEffect } from 'react';
import { IconButton } from '../elements/button.tsx';
import { signed } from '../format/amount.ts';
import { flightName } from '../format/strip-text.ts';
import { shortDateTime } from '../format/time.ts';
import { useNow, useStore, useWindow } from '../store/use-window.ts';
import { t } from '../text.ts';

const newsEveryMs = 60_000;

export default function News() {
  const store = useStore();
  const news = useWindow((state) => state.news);
  const pilot = useWindow(({ app }) => app?.accounts.find(({ isInUse }) => isInUse)?.id ?? null);
  useEffect(() => {
    if (pilot === null) return undefined;
    // It also notes that the pilot looks, at last when the window is hidden or closed.
    const read = () => void store.readNews();
    read();
    const timer = setInterval(() => !document.hidden && read(), newsEveryMs);
    document.addEventListener('visibilitychange', read);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', read);
    };
  }, [store, pilot]);
  const now = useNow(false);
  if (news === null) return null;
  const { since, completed, points, longest, archived, archivedFlights } = news;
  return (
    <section className="news" aria-labelledby="news-title">
      <h2 id="news-title">{t('window.news.title', { at: shortDateTime(since, now) })}</h2>
      <p>
        {completed > 0 && t('window.news.completed', { n: completed, points: signed(points) })}{' '}
        {longest !== null && completed > 1 && (
          <span className="dim">
            {t('window.news.longest', { from: longest.from, to: longest.to, n: Math.round(longest.distanceNm) })}
          </span>
        )}
      </p>
      {archived > 0 && <p>{t('window.news.archived', { n: archived, names: archivedFlights.map(flightName) })}</p>}
      <IconButton icon="close" label={t('window.common.dismiss')} onClick={store.dismissNews} />
    </section>
  );
}
