// The icons of the window, from Lucide.
import {
  Check,
  ChevronDown,
  ExternalLink,
  FileQuestionMark,
  Folder,
  ImageIcon,
  Keyboard,
  LayoutList,
  Pause,
  Play,
  Settings,
  Upload,
  X,
} from 'lucide-react';

const icons = {
  board: LayoutList,
  folders: Folder,
  files: FileQuestionMark,
  settings: Settings,
  shortcuts: Keyboard,
  close: X,
  image: ImageIcon,
  upload: Upload,
  pause: Pause,
  resume: Play,
  menu: ChevronDown,
  check: Check,
  external: ExternalLink,
};

type IconName = keyof typeof icons;

export function Icon({ name }: { readonly name: IconName }) {
  const Drawing = icons[name];
  return <Drawing className="icon" aria-hidden="true" />;
}
