// The icons of the window, from Lucide.
import {
  ArrowDown,
  ArrowUp,
  ChartNoAxesColumn,
  Check,
  ChevronDown,
  ChevronLeft,
  ChevronRight,
  Columns3,
  Download,
  Ellipsis,
  ExternalLink,
  FileQuestionMark,
  Globe,
  ImageIcon,
  LayoutList,
  Maximize,
  Minus,
  NotebookText,
  Pause,
  Plane,
  Play,
  Plus,
  Search,
  Settings,
  Upload,
  X,
} from 'lucide-react';

const icons = {
  board: LayoutList,
  logbook: NotebookText,
  map: Globe,
  statistics: ChartNoAxesColumn,
  flight: Plane,
  files: FileQuestionMark,
  settings: Settings,
  close: X,
  image: ImageIcon,
  upload: Upload,
  pause: Pause,
  resume: Play,
  menu: ChevronDown,
  actions: Ellipsis,
  check: Check,
  external: ExternalLink,
  search: Search,
  columns: Columns3,
  export: Download,
  up: ArrowUp,
  down: ArrowDown,
  previous: ChevronLeft,
  next: ChevronRight,
  plus: Plus,
  minus: Minus,
  fit: Maximize,
};

export type IconName = keyof typeof icons;

export function Icon({ name }: { readonly name: IconName }) {
  const Drawing = icons[name];
  return <Drawing className="icon" aria-hidden="true" />;
}
