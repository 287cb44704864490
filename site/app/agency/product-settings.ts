/** What the program is made for, which no agency changes. */
export const productSettings = {
  locale: 'en-CA',
  currency: 'CAD',
  billingTool: 'Stripe',
} as const;
