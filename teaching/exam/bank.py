"""All questions of the bank, in the order of the pages."""

from teaching.exam import (
    page_00,
    page_01,
    page_02,
    page_03,
    page_04,
    page_05,
    page_06,
    page_07,
    page_08,
    page_09,
    page_10,
)

QUESTIONS = (
    *page_00.QUESTIONS,
    *page_01.QUESTIONS,
    *page_02.QUESTIONS,
    *page_03.QUESTIONS,
    *page_04.QUESTIONS,
    *page_05.QUESTIONS,
    *page_06.QUESTIONS,
    *page_07.QUESTIONS,
    *page_08.QUESTIONS,
    *page_09.QUESTIONS,
    *page_10.QUESTIONS,
)
BANK = {question.key: question for question in QUESTIONS}
