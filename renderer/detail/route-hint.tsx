// The route that a report's image looks like: a hint, until the route is told, and beside another one of the service.
import { emptyEntry, isRouteTold, type OwnEntry } from '../../main/contract/own-entry.ts';
import { type LooksLike, looksLikeMessage, type Place, type Strip, withHint } from '../../main/contract/strip.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Button } from '../elements/button.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

/** The hint of a flight without a route can become the pilot's own entry. */
export function RouteHint({ strip, route }: { readonly strip: Strip; readonly route: LooksLike }) {
  const store = useStore();
  const canAccept = strip.flight !== null && !isRouteTold(strip.flight, null);
  const before = strip.own ?? emptyEntry;
  const enter = (entry: OwnEntry) => store.send('strips.setOwnEntry', { id: strip.id, entry });
  const accept = async () => {
    if (await enter(withHint(before, route))) store.offerUndo(t('window.common.saved'), () => enter(before));
  };
  useCommands(canAccept ? { 'strip.use-route': accept } : {});
  return (
    <p className="dim">
      {text(looksLikeMessage(route, strip.flight))}{' '}
      {canAccept && (
        <Button look="link" onClick={() => void accept()}>
          {t('window.detail.useRoute')}
        </Button>
      )}
    </p>
  );
}

/** Frames places in the colour of a link, on white, so that it is seen on every picture. */
export function framePlaces(context: CanvasRenderingContext2D, marks: readonly Place[]) {
  const { width, height } = context.canvas;
  const space = width / 125;
  context.beginPath();
  for (const mark of marks) {
    const [wide, high] = [mark.width * width + 2 * space, mark.height * height + 2 * space];
    context.rect(mark.x * width - space, mark.y * height - space, wide, high);
  }
  context.lineWidth = width / 96;
  context.strokeStyle = '#fff';
  context.stroke();
  context.lineWidth /= 2;
  context.strokeStyle = '#0b5cad';
  context.stroke();
}
