// Line drawings of the window, on a grid of 24.

const paths = {
  board: 'M3 5h18v4H3zM3 12h18v4H3zM3 19h12',
  folders: 'M3 6h6l2 2h10v11H3z',
  files: 'M4 4h10l4 4v4M4 4v16h7M14 4v4h4M19 17a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM18.2 19.2L21 22',
  settings: 'M12 3v3M12 18v3M3 12h3M18 12h3M6 6l2 2M16 16l2 2M18 6l-2 2M8 16l-2 2M15 12a3 3 0 1 1-6 0 3 3 0 0 1 6 0z',
  keys: 'M3 7h18v10H3zM6.5 10.5h.5M10 10.5h.5M13.5 10.5h.5M17 10.5h.5M8 14h8',
  close: 'M6 6l12 12M18 6L6 18',
  picture: 'M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15 9h.5',
  drop: 'M12 4v11M7.5 11l4.5 4.5 4.5-4.5M5 20h14',
  pause: 'M8 5v14M16 5v14',
  resume: 'M8 5l11 7-11 7z',
  down: 'M6 9l6 6 6-6',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  outside: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg className="icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}
