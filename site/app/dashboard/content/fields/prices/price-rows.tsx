import { useRef } from 'react';
import { Button } from '../../../../ui/button.tsx';
import { useReorder } from '../../../screen/use-reorder.ts';
import { payForResults } from '../../../../content/pricing.ts';
import { PriceRow } from './price-row.tsx';
import { priceTexts as t } from './price-texts.ts';
import { emptyPrice, priceFieldId, type PriceDraft } from './price-draft.ts';
import { Panel } from '../../../screen/panel.tsx';
import styles from './prices.module.css';

export interface PriceRowsProps {
  prices: readonly PriceDraft[];
  problemOf: (field: string) => string | undefined;
  onChange: (prices: PriceDraft[]) => void;
}

/** The price list, line by line, in the order in which visitors read it. */
export function PriceRows({ prices, problemOf, onChange }: PriceRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const { announcement, move } = useReorder(prices, list, ({ name }) => name.trim() || t.moved, onChange);

  function focusLater(selector: string): void {
    requestAnimationFrame(() => {
      const target = list.current?.querySelector<HTMLElement>(selector);
      (target ?? adding.current)?.focus();
    });
  }

  function change(key: string, part: Partial<PriceDraft>): void {
    onChange(prices.map((line) => (line.key === key ? { ...line, ...part } : line)));
  }

  function add(): void {
    const line = emptyPrice();
    onChange([...prices, line]);
    focusLater(`#${CSS.escape(priceFieldId(line.key, 'name'))}`);
  }

  function remove(index: number): void {
    onChange(prices.filter((_, other) => other !== index));
    focusLater(`li:nth-child(${Math.min(index + 1, prices.length - 1)}) [data-remove]`);
  }

  return (
    <Panel id="service-prices" padded stacked title={t.title}>
      {prices.length > 0 && (
        <ol className={styles.rows} ref={list}>
          {prices.map((line, index) => (
            <PriceRow
              key={line.key}
              line={line}
              count={prices.length}
              onChange={(part) => change(line.key, part)}
              onMove={(to) => move(index, to)}
              onRemove={() => remove(index)}
              index={index}
              problemOf={problemOf}
            />
          ))}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
      <div className="spread">
        <Button icon="plus" onClick={add} ref={adding} variant="secondary">
          {t.add}
        </Button>
        <p className="small muted">{t.hint(payForResults)}</p>
      </div>
    </Panel>
  );
}
