// The route that a report's image looks like: a hint, until the route is told, and beside another one of the service.
import { isRouteTold } from '../../main/contract/own-entry.ts';
import { type LooksLike, looksLikeMessage, type Place, type Strip, withHint } from '../../main/contract/strip.ts';
import { useCommands } from '../commands/use-commands.ts';
import { Button } from '../elements/button.tsx';
import { useStore } from '../store/use-window.ts';
import { t, text } from '../text.ts';

/** The hint of a flight without a route can become the pilot's own entry. */
export function RouteHint({ strip, route }: { readonly strip: Strip; readonly route: LooksLike }) {
  const store = useStore();
  const entry = withHint(strip.own, route);
  const canAccept = strip.flight !== null && !isRouteTold(strip.flight, null);
  const accept = canAccept ? () => void store.send('strips.setOwnEntry', { id: strip.id, entry }) : null;
  useCommands(accept === null ? {} : { 'strip.use-route': accept });
  return (
    <p className="dim">
      {text(looksLikeMessage(route, strip.flight))}{' '}
      {accept && (
        <Button look="link" onClick={accept}>
          {t('window.detail.useRoute')}
        </Button>
      )}
    </p>
  );
}

/** Frames places in the colour of a link, on white, so that it is seen on every picture. */
export function framePlaces(context: CanvasRenderingContext2D, marks: readonly Place[]) {
  const { width, height } = context.canvas;
  const space = 0.008 * width;
  for (const [colour, line] of [
    ['#ffffff', 5],
    ['#0b5cad', 2.5],
  ] as const) {
    context.strokeStyle = colour;
    context.lineWidth = (line * width) / 480;
    for (const mark of marks) {
      const [x, y, wide, high] = [mark.x * width, mark.y * height, mark.width * width, mark.height * height];
      context.strokeRect(x - space, y - space, wide + 2 * space, high + 2 * space);
    }
  }
}
