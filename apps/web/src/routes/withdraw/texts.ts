export const texts = {
  title: 'Вывод средств',
  mobileTitle: 'Вывод',
  ways: 'Куда вывести',
  wallet: 'На кошелёк',
  card: 'На карту',
  /** The button of a desktop. */
  submit: 'Подать заявку на вывод',
  /** The buttons of a phone, by where it goes. */
  submitTo: { wallet: 'Вывести на кошелёк', card: 'Вывести на карту' },
} as const;
