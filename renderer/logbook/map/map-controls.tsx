// Zoom buttons, for pilots without a wheel or a touchscreen.
import { Icon } from '../../elements/icon.tsx';
import { t } from '../../text.ts';

type Props = { readonly zoom: (factor: number) => void; readonly reset: () => void };

export const ZOOM_STEP = 1.5;

export function MapControls({ zoom, reset }: Props) {
  const button = (name: 'plus' | 'minus' | 'fit', does: 'in' | 'out' | 'all', action: () => void) => (
    <button
      type="button"
      aria-label={t('logbook.map.zoom', { does })}
      title={t('logbook.map.zoom', { does })}
      onClick={action}
    >
      <Icon name={name} />
    </button>
  );
  return (
    <div className="map-card map-controls" role="group" aria-label={t('logbook.map.zoomLabel')}>
      {button('plus', 'in', () => zoom(ZOOM_STEP))}
      {button('minus', 'out', () => zoom(1 / ZOOM_STEP))}
      {button('fit', 'all', reset)}
    </div>
  );
}
