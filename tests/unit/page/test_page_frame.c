/* test_page_frame.c - the frame of pages, and words in them. */
#include "page/html.h"
#include "page/page_frame.h"
#include "support/check.h"

#include <string.h>

static void sections_are_in_the_contents(void **state)
{
    (void)state;
    sgi_page page = {0};
    sg_text part = {0}, html = {0}, svg = {0};
    check_ok(sgi_html_add(&page.title, "a < b", &err));
    check_ok(sgi_html_element(&page.header, "h1", "\"C&A\"", &err));
    check_ok(sgi_page_add(&page, "absent-part", "Absent", &part, &err));
    check_ok(sg_text_add(&svg, &err, "<svg></svg>"));
    check_ok(sgi_html_figure(&part, &svg, "what it shows", &err));
    check_ok(sgi_page_add(&page, "curves", "Curves", &part, &err));
    check_ok(sgi_page_write(&html, &page, &err));
    static const char *const has[] = {
        "<title>a &lt; b – sharegnn</title>",
        "<h1>&quot;C&amp;A&quot;</h1>",
        "<a href=\"#curves\">Curves</a>",
        "<section id=\"curves\" aria-labelledby=\"curves-title\">",
        "<svg></svg></div><figcaption>what it shows</figcaption>",
        "prefers-color-scheme: dark",
        "<main id=\"main\">"};
    for (size_t i = 0; i < sizeof has / sizeof *has; i++)
        if (strstr(html.data, has[i]) == NULL) fail_msg("the page has no %s", has[i]);
    assert_null(strstr(html.data, "absent-part"));
    assert_null(strstr(html.data, "<!--{"));
    assert_string_equal(sgi_count_words(53921).text, "53,921");
    sg_text_free(&svg);
    sg_text_free(&part);
    sg_text_free(&html);
    sgi_page_free(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(sections_are_in_the_contents)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
