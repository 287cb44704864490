import { useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { useReorder } from '../../ui/editor/use-reorder.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatDollars } from '../../ui/money.ts';
import { payForResults } from '../pricing.ts';
import { priceFieldId } from './check-service.ts';
import { amountOf, emptyPrice, type PriceDraft } from './service-draft.ts';

export interface PriceRowsProps {
  prices: readonly PriceDraft[];
  problemOf: (field: string) => string | undefined;
  onChange: (prices: PriceDraft[]) => void;
}

const units = ['month', 'year', 'hour'];

function shownAs(price: string): string {
  const amount = amountOf(price);
  if (Number.isNaN(amount)) return '';
  return amount === 0 ? payForResults : formatDollars(amount);
}

/** The price list, line by line, in the order in which visitors read it. */
export function PriceRows({ prices, problemOf, onChange }: PriceRowsProps) {
  const list = useRef<HTMLOListElement>(null);
  const adding = useRef<HTMLButtonElement>(null);
  const { told, move } = useReorder(prices, list, ({ name }) => name.trim() || 'The price', onChange);

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

  function remove(place: number): void {
    onChange(prices.filter((_, other) => other !== place));
    focusLater(`li:nth-child(${Math.min(place + 1, prices.length - 1)}) [data-remove]`);
  }

  return (
    <section aria-labelledby="service-prices" className="panel editor-panel">
      <h2 className="panel-title" id="service-prices">
        Pricing
      </h2>
      {prices.length > 0 && (
        <ol className="price-rows" ref={list}>
          {prices.map((line, place) => {
            const nameId = priceFieldId(line.key, 'name');
            const amountId = priceFieldId(line.key, 'amount');
            const problem = problemOf(nameId) ?? problemOf(amountId);
            const title = line.name.trim() || `Price ${place + 1}`;
            return (
              <li className="price-row" key={line.key}>
                <input
                  aria-describedby={problem === undefined ? undefined : `${nameId}-error`}
                  aria-invalid={problemOf(nameId) === undefined ? undefined : true}
                  aria-label={`Price ${place + 1}: what it is for`}
                  autoComplete="off"
                  className="input price-row-name"
                  id={nameId}
                  onChange={(event) => change(line.key, { name: event.target.value })}
                  placeholder="What it is for"
                  value={line.name}
                />
                <input
                  aria-describedby={problem === undefined ? undefined : `${nameId}-error`}
                  aria-invalid={problemOf(amountId) === undefined ? undefined : true}
                  aria-label={`Price ${place + 1}: amount in Canadian dollars`}
                  autoComplete="off"
                  className="input price-row-amount"
                  id={amountId}
                  inputMode="decimal"
                  onChange={(event) => change(line.key, { price: event.target.value })}
                  placeholder="0"
                  value={line.price}
                />
                <span className="select">
                  <select
                    aria-label={`Price ${place + 1}: paid`}
                    className="input"
                    onChange={(event) => change(line.key, { unit: event.target.value })}
                    value={line.unit}
                  >
                    <option value="">once</option>
                    {units.map((unit) => (
                      <option key={unit} value={unit}>
                        {unit === 'hour' ? 'an' : 'a'} {unit}
                      </option>
                    ))}
                    {line.unit !== '' && !units.includes(line.unit) && (
                      <option value={line.unit}>{line.unit}</option>
                    )}
                  </select>
                  <Icon name="chevron-down" />
                </span>
                <span className="price-row-shown figure">{shownAs(line.price)}</span>
                <label className="price-row-addon">
                  <input
                    checked={line.isAddOn}
                    onChange={(event) => change(line.key, { isAddOn: event.target.checked })}
                    type="checkbox"
                  />
                  Add-on<span className="sr-only"> ({title})</span>
                </label>
                <span className="price-row-buttons">
                  <button
                    aria-label={`Move ${title} up`}
                    className="icon-button"
                    data-up=""
                    disabled={place === 0}
                    onClick={() => move(place, place - 1)}
                    type="button"
                  >
                    <Icon name="chevron-up" />
                  </button>
                  <button
                    aria-label={`Move ${title} down`}
                    className="icon-button"
                    data-down=""
                    disabled={place === prices.length - 1}
                    onClick={() => move(place, place + 1)}
                    type="button"
                  >
                    <Icon name="chevron-down" />
                  </button>
                  <button
                    aria-label={`Remove ${title}`}
                    className="icon-button"
                    data-remove=""
                    onClick={() => remove(place)}
                    type="button"
                  >
                    <Icon name="trash" />
                  </button>
                </span>
                {problem !== undefined && (
                  <p className="field-error" id={`${nameId}-error`}>
                    <Icon name="warning" />
                    <span>{problem}</span>
                  </p>
                )}
              </li>
            );
          })}
        </ol>
      )}
      <p aria-live="polite" className="sr-only">
        {told}
      </p>
      <div className="price-rows-foot">
        <Button icon="plus" onClick={add} ref={adding} size="dashboard" variant="secondary">
          Add price
        </Button>
        <p>Canadian dollars. 0 shows as “{payForResults}”. Add-ons do not count for “From”.</p>
      </div>
    </section>
  );
}
