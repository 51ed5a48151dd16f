// The route that a report's image looks like: a hint, until the service or the pilot tells the route.
import { emptyEntry } from '../../main/contract/own-entry.ts';
import { type LooksLike, looksLikeMessage, type Strip } from '../../main/contract/strip.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Button } from '../elements/button.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

/** A flight's hint can become the pilot's own entry. */
export function RouteHint({ strip, route }: { readonly strip: Strip; readonly route: LooksLike }) {
  const store = useStore();
  const entry = { ...(strip.own ?? emptyEntry), icaoOut: route.from, icaoIn: route.to };
  const accept = strip.flight && (() => void store.send('strips.setOwnEntry', { id: strip.id, entry }));
  useCommands(accept === null ? {} : { 'strip.use-route': accept });
  return (
    <p className="dim">
      {text(looksLikeMessage(route))}{' '}
      {accept && (
        <Button look="link" onClick={accept}>
          {t('window.detail.useRoute')}
        </Button>
      )}
    </p>
  );
}
