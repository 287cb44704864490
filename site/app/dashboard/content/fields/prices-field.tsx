// The price list of a service.
import type { Json } from '../../../data/database-types.ts';
import type { ContentField } from '../content-form.ts';
import {
  parseDollars,
  isPriceStarted,
  pricesJsonOf,
  priceFieldId,
  priceDraftsOf,
  type PriceDraft,
  createPriceDraft,
} from './price-draft.ts';
import { priceTexts } from '../record-texts.ts';
import { useRef } from 'react';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useReorder } from '../../screen/use-reorder.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { Panel } from '../../screen/panel.tsx';
import styles from './prices.module.css';
import { FieldError } from '../../../ui/field.tsx';
import { SelectOptions } from '../../screen/select-options.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { RichText } from '../../../texts/rich-text.tsx';
import { formatDollars } from '../../../ui/format-values.ts';
import { classNames } from '../../../ui/class-names.ts';

const t = priceTexts.problems;
const maxPrices = 40;

/** The price list of a service, in a separate panel. */
export const pricesField: ContentField<readonly PriceDraft[]> = {
  name: 'prices',
  empty: [],
  read: (row) => priceDraftsOf(row['pricing_json'] as Json),
  write: (value) => ({ pricing_json: pricesJsonOf(value) }),
  check({ ask, askLength }, value) {
    const prices = value.filter(isPriceStarted);
    for (const line of prices) {
      const nameId = priceFieldId(line.key, 'name');
      ask(nameId, line.name.trim() === '', t.nameMissing);
      askLength(nameId, line.name, 200, t.name);
      ask(priceFieldId(line.key, 'amount'), Number.isNaN(parseDollars(line.price)), t.amount);
    }
    const surplus = prices[maxPrices];
    if (surplus) ask(priceFieldId(surplus.key, 'name'), true, t.tooMany(maxPrices));
  },
  render: ({ value, problemOf, onChange }) => (
    <PriceRows onChange={onChange} prices={value} problemOf={problemOf} />
  ),
};

interface PriceRowsProps {
  prices: readonly PriceDraft[];
  problemOf: (field: string) => string | undefined;
  onChange: (prices: PriceDraft[]) => void;
}

/** The lines of the price list, in the order in which visitors see them. */
function PriceRows({ prices, problemOf, onChange }: PriceRowsProps) {
  const { payForResults } = useAgency();
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const { announcement, move } = useReorder(
    prices,
    list,
    ({ name }) => name.trim() || priceTexts.moved,
    onChange,
  );

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
    const line = createPriceDraft();
    onChange([...prices, line]);
    focusLater(`#${CSS.escape(priceFieldId(line.key, 'name'))}`);
  }

  function remove(index: number): void {
    onChange(prices.filter((_, other) => other !== index));
    focusLater(`li:nth-child(${Math.min(index + 1, prices.length - 1)}) [data-remove]`);
  }

  return (
    <Panel id="service-prices" padded stacked title={priceTexts.title}>
      {prices.length > 0 && (
        <ol className={classNames('stack', styles.rows)} ref={list}>
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
          {priceTexts.add}
        </Button>
        <p className="small muted">{priceTexts.hint(payForResults)}</p>
      </div>
    </Panel>
  );
}

interface PriceRowProps {
  line: PriceDraft;
  /** position in the list, from 0 */
  index: number;
  /** number of lines */
  count: number;
  problemOf: (field: string) => string | undefined;
  onChange: (part: Partial<PriceDraft>) => void;
  onMove: (to: number) => void;
  onRemove: () => void;
}

const units = ['month', 'year', 'hour'] as const;

function shownAs(price: string, payForResults: string): string {
  const amount = parseDollars(price);
  if (Number.isNaN(amount)) return '';
  return amount === 0 ? payForResults : formatDollars(amount);
}

/** One line of the price list: name, amount, and position. */
function PriceRow({ line, index, count, problemOf, onChange, onMove, onRemove }: PriceRowProps) {
  const nameId = priceFieldId(line.key, 'name');
  const amountId = priceFieldId(line.key, 'amount');
  const nameProblem = problemOf(nameId);
  const amountProblem = problemOf(amountId);
  const title = line.name.trim() || priceTexts.unnamed(index + 1);
  const { payForResults } = useAgency();
  const shown = shownAs(line.price, payForResults);
  return (
    <li className={classNames('grid items-center gap-12', styles.row)}>
      <input
        aria-describedby={nameProblem && `${nameId}-error`}
        aria-invalid={nameProblem === undefined ? undefined : true}
        aria-label={priceTexts.nameLabel(index + 1)}
        autoComplete="off"
        className="col-span-full input"
        id={nameId}
        onChange={(event) => onChange({ name: event.target.value })}
        placeholder={priceTexts.namePlaceholder}
        value={line.name}
      />
      <input
        aria-describedby={amountProblem && `${amountId}-error`}
        aria-invalid={amountProblem === undefined ? undefined : true}
        aria-label={priceTexts.amountLabel(index + 1)}
        autoComplete="off"
        className={classNames(styles.rowAmount, 'input')}
        id={amountId}
        inputMode="decimal"
        onChange={(event) => onChange({ price: event.target.value })}
        placeholder="0"
        value={line.price}
      />
      <span className="select">
        <select
          aria-label={priceTexts.unitLabel(index + 1)}
          className="input"
          onChange={(event) => onChange({ unit: event.target.value })}
          value={line.unit}
        >
          <option value="">{priceTexts.units.once}</option>
          <SelectOptions of={units.map((unit) => [unit, priceTexts.units[unit]])} />
          {line.unit !== '' && !units.some((unit) => unit === line.unit) && (
            <option value={line.unit}>{line.unit}</option>
          )}
        </select>
        <Icon name="chevron-down" />
      </span>
      <div className={classNames('cluster min-w-0 col-span-full', styles.rowFoot)}>
        <span className={classNames('cluster min-w-0', styles.rowState)}>
          <span
            className={classNames(styles.rowShown, 'figure small muted')}
            data-free={shown === payForResults || undefined}
          >
            {shown}
          </span>
          <label className={classNames('row min-h-44 text-15', styles.rowAddon)}>
            <input
              checked={line.isAddOn}
              onChange={(event) => onChange({ isAddOn: event.target.checked })}
              type="checkbox"
            />
            <RichText text={priceTexts.addOn(title)} />
          </label>
        </span>
        <span className={classNames('cluster ml-auto gap-0', styles.rowButtons)}>
          <IconButton
            data-up=""
            disabled={index === 0}
            icon="chevron-up"
            label={priceTexts.moveUp(title)}
            onClick={() => onMove(index - 1)}
          />
          <IconButton
            data-down=""
            disabled={index === count - 1}
            icon="chevron-down"
            label={priceTexts.moveDown(title)}
            onClick={() => onMove(index + 1)}
          />
          <IconButton data-remove="" icon="trash" label={priceTexts.remove(title)} onClick={onRemove} />
        </span>
      </div>
      {nameProblem !== undefined && <FieldError id={`${nameId}-error`} text={nameProblem} />}
      {amountProblem !== undefined && <FieldError id={`${amountId}-error`} text={amountProblem} />}
    </li>
  );
}
