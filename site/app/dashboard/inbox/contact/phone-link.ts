/** "x5", "ext. 5", "extension 5", "poste 5" or "#5" at the end of a number. */
const extension = /[\s,;.(]*(?:extension|extn?|poste|x|#)[\s.:#]*(\d{1,7})[\s.)]*$/i;
/** E.164 has no longer ones; two numbers in one field have. */
const mostDigits = 15;

/** tel: of a number typed by hand, or null where it is not one number. */
export function phoneLink(phone: string): string | null {
  const inner = extension.exec(phone);
  // "+44 (0)20": the zero is dialled only without the country.
  const number = (inner ? phone.slice(0, inner.index) : phone).replace(/(\+\d{1,3}[\s.-]*)\(0\)/, '$1');
  const dialled = number.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');
  const digits = dialled.replace('+', '').length;
  if (digits < 7 || digits > mostDigits) return null;
  return `tel:${dialled}${inner ? `;ext=${inner[1]}` : ''}`;
}
