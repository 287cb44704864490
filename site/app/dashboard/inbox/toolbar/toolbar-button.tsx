// A tool of the inbox's toolbar.
import { Button, type ButtonProps } from '../../../ui/button.tsx';
import styles from './inbox-toolbar.module.css';

interface ToolbarButtonProps extends Omit<ButtonProps, 'children' | 'variant' | 'className'> {
  /** its name, also shown when it is pointed at */
  label: string;
  /** the part of the name that is shown where there is room */
  word: string;
}

export function ToolbarButton({ label, word, ...rest }: ToolbarButtonProps) {
  return (
    <Button {...rest} aria-label={label} className={styles.tool} title={label} variant="ghost">
      <span className={styles.word}>{word}</span>
    </Button>
  );
}
