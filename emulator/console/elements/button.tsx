// The buttons of the console.
import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';

const looks = {
  plain: 'button',
  main: 'button main-button',
  danger: 'button danger',
  small: 'button small-button',
  'small danger': 'button small-button danger',
  'small quiet': 'button small-button quiet',
  link: 'link-button',
};

type ButtonProps = {
  readonly look?: keyof typeof looks;
  /** A promise is not waited for. */
  readonly onClick?: () => unknown;
} & Omit<ComponentProps<'button'>, 'type' | 'className' | 'onClick'>;

export function Button({ look = 'plain', onClick, ...props }: ButtonProps) {
  return <button type="button" className={looks[look]} onClick={() => void onClick?.()} {...props} />;
}

export function IconButton({
  icon,
  label,
  onClick,
}: {
  readonly icon: ComponentProps<typeof Icon>['name'];
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
