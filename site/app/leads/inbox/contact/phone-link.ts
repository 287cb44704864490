/** The tel: address of a phone number typed by hand, or null where too few digits are left to dial. */
export function phoneLink(phone: string): string | null {
  const dialled = phone.replace(/[^\d+]/g, '');
  return dialled.replaceAll('+', '').length < 7 ? null : `tel:${dialled}`;
}
