export const texts = {
  title: 'Вывод средств',
  mobileTitle: 'Вывод',
} as const;
