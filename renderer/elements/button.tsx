// The buttons of the window: an ordinary one, the one that goes on, one that reads like a link, and one that is an icon.
import type { ComponentProps } from 'react';
import { t } from '../text.ts';
import { Icon, type IconName } from './icon.tsx';

type ButtonProps = ComponentProps<'button'> & {
  readonly look?: 'plain' | 'main' | 'link';
  readonly size?: 'small' | 'large';
};

const looks = { plain: 'button', main: 'button main-button', link: 'link-button' } as const;

const classes = (...names: readonly (string | false | undefined)[]) => names.filter(Boolean).join(' ');

export function Button({ look = 'plain', size, className, type = 'button', ...others }: ButtonProps) {
  return <button {...others} type={type} className={classes(looks[look], size && `${size}-button`, className)} />;
}

type IconButtonProps = ComponentProps<'button'> & {
  readonly icon: IconName;
  readonly label: string;
  /** Shows the label as a tooltip too. */
  readonly hasTip?: boolean;
};

export function IconButton({ icon, label, hasTip = false, className = 'icon-button', ...others }: IconButtonProps) {
  return (
    <button {...others} type="button" className={className} aria-label={label} title={hasTip ? label : undefined}>
      <Icon name={icon} />
    </button>
  );
}

const zoomIcons = { in: 'plus', out: 'minus', all: 'fit' } as const;

type ZoomButtonProps = Pick<ComponentProps<'button'>, 'onClick'> & { readonly does: keyof typeof zoomIcons };

/** Zooms a map or an image. */
export const ZoomButton = ({ does, ...others }: ZoomButtonProps) => (
  <IconButton {...others} icon={zoomIcons[does]} label={t('logbook.map.zoom', { does })} hasTip />
);
