/** Facts about the product, which no agency changes. */
export const productSettings = {
  locale: 'en-CA',
  currency: 'CAD',
  billingTool: 'Stripe',
} as const;
